import type { Db } from "#app/db/client.server.ts";
import { keptClock } from "#app/db/schema/index.ts";
import { beginClock, lookAtClock } from "#app/domain/kept-clock.ts";
import { log } from "#app/platform/log.ts";

const ROW = 1;

/** Looks at Helios' clock and notes how late it is held to be (Unix ms), which is answered. A jump is logged. */
export async function keepClock({ db, now }: { db: Db; now: number }): Promise<number> {
  const [row] = await db.select().from(keptClock);
  const { hasJumped, ...looked } = row
    ? lookAtClock(row, now)
    : { ...beginClock(now), hasJumped: false };
  if (row && hasJumped)
    log({
      event: "clock_jumped",
      from: new Date(row.lookedAtMs).toISOString(),
      to: new Date(now).toISOString(),
    });
  await db
    .insert(keptClock)
    .values({ id: ROW, ...looked })
    .onConflictDoUpdate({ target: keptClock.id, set: looked });
  return looked.timeMs;
}
