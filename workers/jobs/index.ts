/** The jobs Worker: what may be done later, tried again until it is done, and the regular clearing up. */
import { openDb } from "../../app/db/client.server.ts";
import type { JobMessage } from "../../app/domain/jobs.ts";
import { nowMs, type JobsEnv } from "../env.ts";
import { errorText, log } from "../log.ts";
import { abandon, consume } from "./consume.ts";
import { listLeftLying } from "./delivery/deliver-message.ts";
import { purgeExpired } from "./purge-expired.ts";

const isDeadLetters = (queue: string): boolean => /-dead(?:-staging|-production)?$/.test(queue);

export default {
  async queue(batch, env): Promise<void> {
    if (!isDeadLetters(batch.queue)) return consume(env, batch.messages);
    for (const message of batch.messages) await abandon(env, batch.queue, message);
  },

  async scheduled({ cron }, env): Promise<void> {
    const startedAt = Date.now();
    try {
      const deps = { db: openDb(env.DB), now: nowMs(env) };
      for (const messageId of await listLeftLying(deps)) await env.JOBS.send({ type: "deliver_message", messageId });
      const purged = await purgeExpired(deps);
      log({ event: "cron_done", cron, ...purged, ms: Date.now() - startedAt });
    } catch (error) {
      log({ event: "cron_failed", cron, error: errorText(error) });
    }
  },
} satisfies ExportedHandler<JobsEnv, JobMessage>;
