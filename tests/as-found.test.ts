/** Files that share a process, as vitest.config.ts has them do: what one adds to a module's list is not there for the next. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const addsToTheList = `
  import { expect, test } from "vitest";
  import { list } from "./list.ts";
  test("is the first", () => expect(list.push(process.pid)).toBe(1));
`;
const leavesAGlobal = `
  import { test } from "vitest";
  test("writes a global", () => void (globalThis.left = 1));
`;
const stopsTheClock = `
  import { test, vi } from "vitest";
  test("stops the clock", () => void vi.useFakeTimers());
`;
const FILES = {
  "list.ts": "export const list = [];",
  "a.test.ts": addsToTheList,
  "b.test.ts": addsToTheList,
  "leaves-a-global.test.ts": leavesAGlobal,
  "stops-the-clock.test.ts": stopsTheClock,
};
let folder = "";
let results: { file: string; status: string; message: string }[] = [];

beforeAll(async () => {
  const within = join(ROOT, "test-results");
  mkdirSync(within, { recursive: true });
  folder = mkdtempSync(join(within, "shared-process-"));
  for (const [name, code] of Object.entries(FILES)) writeFileSync(join(folder, name), code);
  const asFound = join(ROOT, "tests", "setup", "as-found.ts");
  const options = {
    isolate: false,
    maxWorkers: 1,
    setupFiles: [asFound],
    sequence: { setupFiles: "list" },
  };
  const config = join(folder, "vitest.config.mjs");
  writeFileSync(config, `export default { test: ${JSON.stringify(options)} };`);
  const out = join(folder, "results.json");
  const vitest = spawn(
    join(ROOT, "node_modules", ".bin", "vitest"),
    ["run", "--root", folder, "--config", config, "--reporter=json", `--outputFile=${out}`],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await text(vitest.stdout);
  const { testResults } = JSON.parse(readFileSync(out, "utf8")) as {
    testResults: { name: string; status: string; message: string }[];
  };
  results = testResults.map(({ name, status, message }) => ({
    file: name.slice(folder.length + 1),
    status,
    message,
  }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const resultOf = (file: string) => results.find((result) => result.file === file);

test("a list of a module is empty for each file", () => {
  expect(resultOf("a.test.ts")?.status).toBe("passed");
  expect(resultOf("b.test.ts")?.status).toBe("passed");
});

test("a file that leaves something behind fails by its name, with what it left", () => {
  expect(resultOf("leaves-a-global.test.ts")).toMatchObject({
    status: "failed",
    message: expect.stringMatching(/leaves to the next ones.*: left/),
  });
});

test("a clock that stands goes on for the next file", () => {
  expect(resultOf("stops-the-clock.test.ts")?.status).toBe("passed");
});
