/** Tells who runs the tests (scripts/run-watched.mjs) of each one that ended: a file of them may be quiet for long. */
import type { Reporter } from "vitest/node";

export default class TellProgress implements Reporter {
  onTestCaseResult(): void {
    process.send?.("a test ended");
  }
}
