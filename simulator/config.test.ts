import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { makeMachine } from "./fixtures/machines.ts";
import { parseOptions } from "./options.ts";

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "helios-config-"))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const read = (content: unknown) => {
  const path = join(dir, "simulator.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readConfig(path);
};
const origin = "http://127.0.0.1:4000";

test("reads a fleet, whatever else the file holds", () => {
  expect(
    read({ origin, machines: [{ ...makeMachine(), color: "red" }] }).machines[0],
  ).toMatchObject(makeMachine());
});

test.each<[unknown, RegExp]>([
  ["{", /cannot read .*simulator\.json/],
  [{ machines: [] }, /origin is no http/],
  [{ origin: "ftp://x", machines: [] }, /origin is no http/],
  [{ origin }, /machines is no list/],
  [{ origin, machines: [7] }, /machines\.0 is no machine/],
  [
    { origin, machines: [makeMachine({ timezone: "Mars/Olympus" })] },
    /machines\.0\.timezone must be an IANA time zone, not "Mars/,
  ],
  [
    { origin, machines: [makeMachine({ deviceId: 0 })] },
    /deviceId must be a positive whole number/,
  ],
  [{ origin, machines: [makeMachine(), makeMachine()] }, /machine 1 is named twice/],
])("says what is wrong with %j", (content, message) => {
  expect(() => read(content)).toThrow(message);
});

test("never prints a key that it refuses", () => {
  expect(() => read({ origin, machines: [makeMachine({ samplerKey: "secret" })] })).toThrow(
    /samplerKey must be a sampler key \(hsk_…\), not this/,
  );
});

test("options have defaults and bounds", () => {
  const needed = ["--config", "c", "--data", "d"];
  expect(parseOptions(needed, { HELIOS_CLOCK_OFFSET_MS: "-5000" })).toMatchObject({
    batchMs: 10_000,
    historyMs: 3 * 86_400_000,
    bufferBytes: 200_000_000,
    clockOffsetMs: -5000,
    origin: null,
  });
  expect(() => parseOptions([], {})).toThrow(/--config and --data are needed/);
  expect(() => parseOptions([...needed, "--batch-seconds", "0"], {})).toThrow(
    "--batch-seconds takes 1 to 60, not 0",
  );
  expect(() => parseOptions([...needed, "--colour", "red"], {})).toThrow(/--colour/);
});
