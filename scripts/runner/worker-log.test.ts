import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openWorkerLog } from "./worker-log.ts";

let folder: string;
let said: string[];
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helios-log-"));
  [said, nowMs] = [[], 0];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (message: string) => ({ timestamp: 0, level: "info", message });
const options = { say: (line: string) => void said.push(line), now: () => nowMs };

describe.each(["ENOSPC", "EPIPE", "EACCES", "EIO"])("a file that fails with %s", (code) => {
  it("is said once, tried again after a while, and its missing lines are counted", async () => {
    let isFull = true;
    const written: string[] = [];
    const streams: Writable[] = [];
    const open = () => {
      const stream = new Writable({
        write(chunk: Buffer, _encoding, done) {
          if (isFull) return done(Object.assign(new Error(code), { code }));
          written.push(chunk.toString());
          done();
        },
      });
      streams.push(stream);
      return stream;
    };
    const log = openWorkerLog(folder, { ...options, open });
    log(entry("lost"));
    await finished(streams[0]!).catch(() => {});
    log(entry("lost as well"));
    expect(streams).toHaveLength(1);
    nowMs += 6_000;
    log(entry("lost again"));
    await finished(streams[1]!).catch(() => {});
    expect(said).toEqual([
      `${join(folder, "helios.log")} cannot be written (${code}); Helios goes on without it.`,
    ]);
    isFull = false;
    nowMs += 6_000;
    log(entry("kept"));
    await vi.waitFor(() => expect(said).toHaveLength(2));
    expect(said[1]).toContain("can be written again; 3 lines are missing.");
    expect(written.join("")).toMatch(/info kept\n$/);
  });
});

it("a folder in the file's place is no reason to end", async () => {
  mkdirSync(join(folder, "helios.log"));
  const log = openWorkerLog(folder, options);
  log(entry("lost"));
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(said[0]).toContain("cannot be written (EISDIR)");
  rmSync(join(folder, "helios.log"), { recursive: true });
  nowMs += 6_000;
  log(entry("kept"));
  await vi.waitFor(() => expect(said).toHaveLength(2));
  expect(readFileSync(join(folder, "helios.log"), "utf8")).toMatch(/info kept\n$/);
});

it("what workerd says of each CONNECT is left out, on the screen as well", async () => {
  const screen = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const streams: Writable[] = [];
  const written: string[] = [];
  const open = () => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written.push(chunk.toString());
        done();
      },
    });
    streams.push(stream);
    return stream;
  };
  const log = openWorkerLog(folder, { ...options, open });
  log(
    entry(
      "Received a connect event but we lack a handler. Did you remember to export a connect() function?",
    ),
  );
  const message =
    "workerd/api/global-scope.c++:308: failed: remote.jsg.Error: Handler does not export a connect() function.";
  log({ timestamp: 0, level: "error", message: `Uncaught exception: ${message}` });
  log({ timestamp: 0, level: "error", message: "Uncaught exception: another" });
  streams[0]!.end();
  await finished(streams[0]!);
  const line = "1970-01-01T00:00:00.000Z error Uncaught exception: another\n";
  expect(written).toEqual([line]);
  expect(screen.mock.calls).toEqual([[line]]);
  screen.mockRestore();
});
