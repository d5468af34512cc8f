/** Which unit tests need a process of their own, where the others share one. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

export const UNIT_TESTS = [
  "{app,workers,scripts,simulator,bench}/**/*.test.{ts,tsx}",
  "tests/*.test.ts",
];

/** Whether a test replaces a module, or does something before any is loaded. */
export const actsBeforeModules = (text: string): boolean =>
  /\bvi\s*\.(mock|doMock|hoisted)\(/.test(text);

/** Paths of those, from the root: found in their text, so that no list can be behind. */
export const findAlone = (): string[] =>
  globSync(UNIT_TESTS, { cwd: ROOT })
    .filter((path) => actsBeforeModules(readFileSync(join(ROOT, path), "utf8")))
    .sort();
