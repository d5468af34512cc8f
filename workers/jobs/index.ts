/** The jobs Worker: what may be done later, tried again until it is done, and the regular clearing up. */
import { openDb } from "#app/db/client.server.ts";
import { AT_HISTORY, AT_START, type JobMessage } from "#app/domain/jobs.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import { listUntoldMachines, noticeReturned } from "#app/features/alarms/alarm-notices.server.ts";
import {
  finishReplacement,
  listUnfinishedReplacements,
} from "#app/features/configuration/replace-machine.server.ts";
import { r2Store } from "#app/storage/object-store.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import { nowMs, type JobsEnv } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";
import { abandon, consume } from "./consume.ts";
import { listStuckMessages } from "./delivery/deliver-message.ts";
import { keepMaintenanceMails } from "./maintenance/maintenance-mails.ts";
import { requireLinkSecret } from "#app/platform/link-secret.server.ts";
import { inTurns } from "./in-turns.ts";
import { keepClock } from "./keep-clock.ts";
import { keepBurnRates, listBurning } from "./maintenance/burn-rates.ts";
import { keepListening } from "./keep-listening.ts";
import { keepPredictions } from "./prediction/keep-predictions.ts";
import { purgeExpired } from "./purge-expired.ts";

const JOBS_AT_ONCE = 10;

const isDeadLetters = (queue: string): boolean => /-dead(?:-staging|-production)?$/.test(queue);

export default {
  async queue(batch, env): Promise<void> {
    if (!isDeadLetters(batch.queue)) return consume(env, batch.messages);
    for (const message of batch.messages) await abandon(env, batch.queue, message);
  },

  async scheduled({ cron }, env): Promise<void> {
    const deps = { db: openDb(env.DB), now: nowMs(env) };
    const recorder = (deviceId: number) => env.RECORDER.getByName(recorderName(deviceId));
    if (cron === AT_START)
      return part(cron, "replacements", () => finishReplacements(env, { ...deps, recorder }));
    if (cron === AT_HISTORY)
      return part(cron, "burn_rates", async () => {
        for (const deviceId of await listBurning(deps.db))
          await env.JOBS.send({ type: "keep_burn_rates", deviceId });
      });
    const series = createSeriesReader({ store: r2Store(env.SERIES), recorder });
    await part(cron, "clear_up", async (ms) => {
      const send = (jobs: readonly JobMessage[]) =>
        inTurns(jobs, JOBS_AT_ONCE, async (job) => void (await env.JOBS.send(job)));
      await send(
        (await listStuckMessages(deps)).map((messageId) => ({
          type: "deliver_message",
          messageId,
        })),
      );
      const returned = await noticeReturned(deps);
      const untold = new Set([...returned, ...(await listUntoldMachines(deps))]);
      await send([...untold].map((deviceId) => ({ type: "tell_alarms", deviceId })));
      await send(
        (await listUnfinishedReplacements(deps)).map((deviceId) => ({
          type: "finish_replacement" as const,
          deviceId,
        })),
      );
      const purged = await purgeExpired({ ...deps, keptMs: await keepClock(deps) });
      log({ event: "cron_done", cron, ...purged, ms: ms() });
    });
    await part(cron, "silence", async (ms) =>
      log({ event: "silence_judged", ...(await keepListening({ ...deps, recorder })), ms: ms() }),
    );
    await part(cron, "burn_rates", async (ms) =>
      log({ event: "burn_rates_kept", ...(await keepBurnRates({ ...deps, series })), ms: ms() }),
    );
    await part(cron, "maintenance_mails", async (ms) => {
      const linkSecret = () => requireLinkSecret(deps.db, env);
      const mail = { jobs: env.JOBS, publicOrigin: env.PUBLIC_ORIGIN, linkSecret };
      log({
        event: "maintenance_told",
        ...(await keepMaintenanceMails({ ...deps, ...mail })),
        ms: ms(),
      });
    });
    await part(cron, "predictions", async (ms) => {
      const { gathered, trained, predicted } = await keepPredictions({ ...deps, series, recorder });
      if (trained) log({ event: "prediction_learned", ...trained });
      const { told, untold } = predicted;
      log({
        event: "predictions_kept",
        days: gathered.days,
        left: gathered.left,
        told,
        untold,
        failed: gathered.failed + predicted.failed,
        ms: ms(),
      });
    });
  },
} satisfies ExportedHandler<JobsEnv, JobMessage>;

/**
 * Killed between D1 and the recorders, a replaced machine answers without its history: that is mended before anybody asks.
 * What cannot be done at once is left to a job.
 */
async function finishReplacements(
  env: JobsEnv,
  deps: Parameters<typeof finishReplacement>[0],
): Promise<void> {
  for (const deviceId of await listUnfinishedReplacements(deps)) {
    const isDone = await finishReplacement(deps, deviceId).catch((error: unknown) => {
      log({ event: "replacement_not_finished", deviceId, error: errorText(error) });
      return false;
    });
    if (!isDone) await env.JOBS.send({ type: "finish_replacement", deviceId });
  }
}

/** One that fails leaves the others their turn, and has its own again at the next run. */
async function part(
  cron: string,
  name: string,
  work: (ms: () => number) => Promise<void>,
): Promise<void> {
  const startedAt = Date.now();
  try {
    await work(() => Date.now() - startedAt);
  } catch (error) {
    log({ event: "cron_failed", cron, part: name, error: errorText(error) });
  }
}
