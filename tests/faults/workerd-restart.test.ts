/** workerd is killed again and again, while it is being started again too: Helios never gives up, and comes back. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { identifyFolder, kill, listWorkerds } from "#scripts/runner/processes.ts";
import { startHelios } from "#tests/helios.ts";

const ROUNDS = 4;
/** Within a round: the next one dies while it starts, at a moment that differs. */
const KILLS = 3;
/** When it is taken for gone: a start that hangs is given up after a minute, and there may be several in a row. */
const BACK_MS = 400_000;

test.skipIf(process.platform !== "linux")(
  "workerd comes back from every kill, also from one during its restart",
  async () => {
    const helios = await startHelios();
    try {
      const folder = identifyFolder(helios.dataDir);
      const isServing = async () =>
        expect((await fetch(`${helios.origin}/healthz`)).status).toBe(200);
      const { runnerPid } = JSON.parse(readFileSync(join(helios.dataDir, "run.json"), "utf8")) as {
        runnerPid: number;
      };
      // Before that a workerd that ends is one that could not be started, and five of those end Helios.
      await vi.waitFor(() => expect(helios.output()).toMatch(/ ready$/m), BACK_MS);
      for (let round = 0; round < ROUNDS; round++) {
        for (let count = 0; count < KILLS; count++) {
          const pids = await vi.waitFor(() => {
            const found = listWorkerds(folder);
            expect(found).not.toEqual([]);
            return found;
          }, BACK_MS);
          await sleep(Math.random() * 600);
          pids.forEach(kill);
        }
        await vi.waitFor(isServing, BACK_MS);
      }
      expect(readdirSync("/proc")).toContain(String(runnerPid));
      expect(helios.output()).toContain("starting it again");
      expect(await helios.stop()).toBe(0);
    } catch (error) {
      console.log(helios.output());
      throw error;
    } finally {
      await helios.kill9();
    }
  },
  1_200_000,
);
