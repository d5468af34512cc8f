/** A fault test that fails leaves the log of each Helios that it started, as a journey does. */
import { afterAll, afterEach } from "vitest";
import { forgetLogs, keepEvidence } from "#tests/evidence.ts";
import { killLeft } from "#tests/helios.ts";

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const file = task.file.name.replace(/^.*\//, "").replace(/\.test\.tsx?$/, "");
  console.log(`${task.name} failed; its logs are in ${await keepEvidence(`${file} ${task.name}`)}`);
});

afterAll(() => {
  killLeft();
  forgetLogs();
});
