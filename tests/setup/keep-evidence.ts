/** A journey that fails leaves screenshot, console, network and server log; its contexts do not live on in the next one. */
import { afterAll, afterEach, beforeEach, inject } from "vitest";
import { forgetLogs, keepEvidence, openContexts } from "#tests/evidence.ts";
import { killLeft } from "#tests/helios.ts";

let before = new Set<object>();

beforeEach(() => {
  before = new Set(openContexts());
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const file = task.file.name.replace(/^.*\//, "").replace(/\.test\.tsx?$/, "");
  const answer = await fetch(
    `${inject("journeys")}/log?worker=${process.env.VITEST_POOL_ID ?? "1"}`,
  ).catch(() => null);
  const shared: Record<string, string> = answer?.ok
    ? { "shared-helios.log": await answer.text() }
    : {};
  const folder = await keepEvidence(`${file} ${task.name}`, shared);
  console.log(`${task.name} failed; what was seen is in ${folder}`);
  for (const context of openContexts()) if (!before.has(context)) await context.close();
});

afterAll(() => {
  killLeft();
  forgetLogs();
});
