import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createServing } from "./serving.ts";

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "helios-serving-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

/** A child that is taken for a workerd, because its command says so. */
async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "workerd"]);
  children.push(child);
  await once(child, "spawn");
  return child;
}

const opened = (ready: Promise<unknown>) =>
  ({
    ready,
    dispose: () => Promise.resolve(),
  }) as unknown as Miniflare;

test.skipIf(process.platform !== "linux")(
  "a workerd that ended as it began to serve is not taken for one that serves",
  async () => {
    const told: string[] = [];
    const served: (number | null)[] = [];
    let opens = 0;
    const serving = createServing({
      dataDir,
      // The first was killed before anybody could look for its process.
      open: () => opened(++opens === 1 ? Promise.resolve() : startChild()),
      served: (pid) => served.push(pid),
      say: (line) => told.push(line),
    });
    await serving.start();
    expect(served).toEqual([children[0]?.pid]);
    expect(told).toEqual([
      "workerd cannot be started: workerd ended as it began to serve; next try in 0.25 s",
    ]);

    // The one that serves is watched: when it ends there is another.
    children[0]?.kill("SIGKILL");
    await expect.poll(() => served.length).toBe(2);
    expect(served).toEqual(children.map(({ pid }) => pid));
    await serving.stop();
  },
);

test.skipIf(process.platform !== "linux")(
  "jobs that end because Helios does have not failed; others have",
  async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<never>();
    const serving = createServing({
      dataDir,
      open: () =>
        ({
          ...opened(startChild()),
          dispatchFetch() {
            asked.resolve();
            return answer.promise;
          },
        }) as unknown as Miniflare,
      served: () => {},
      say: () => {},
    });
    await expect(serving.fire("* * * * *")).rejects.toThrow("nothing serves");
    await serving.start();
    const fired = serving.fire("* * * * *");
    await asked.promise;
    const stopped = serving.stop();
    answer.reject(new TypeError("fetch failed"));
    await expect(fired).resolves.toBeUndefined();
    await stopped;
  },
);
