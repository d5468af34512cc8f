import type { Db } from "#app/db/client.server.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { listSilenceWatched } from "#app/features/alarms/list-silence.server.ts";
import { errorText, log } from "#app/platform/log.ts";
import { inTurns } from "./in-turns.ts";
import { sliceOf, turnEveryMs } from "./slices.ts";

type Deps = {
  db: Db;
  now: number;
  recorder: (deviceId: number) => Pick<RecorderPort, "listen">;
};
const PER_RUN = 500;
const AT_ONCE = 6;

/**
 * Lets recorders judge silence. Each has an alarm of its own for that; this finds those that never had a reason to set one,
 * such as one whose machine never sent anything, and those that missed theirs.
 */
export async function keepListening(deps: Deps): Promise<{ asked: number; failed: number }> {
  const watched = await listSilenceWatched(deps);
  const machines = sliceOf(watched, deps.now, PER_RUN, 1);
  const everyMs = turnEveryMs(watched.length, PER_RUN, 1);
  let failed = 0;
  await inTurns(machines, AT_ONCE, async ({ id, version }) => {
    try {
      await deps.recorder(id).listen(version, everyMs);
    } catch (error) {
      failed += 1;
      log({ event: "silence_not_judged", deviceId: id, error: errorText(error) });
    }
  });
  return { asked: machines.length, failed };
}
