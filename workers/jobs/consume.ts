import { eq } from "drizzle-orm";
import { openDb, type Db } from "#app/db/client.server.ts";
import { devices } from "#app/db/schema/index.ts";
import { assertNever } from "#app/domain/errors.ts";
import type { JobMessage } from "#app/domain/jobs.ts";
import { recorderName } from "#app/domain/series/recorder-port.ts";
import { finishReplacement } from "#app/features/configuration/replace-machine.server.ts";
import { tellAlarms } from "#app/features/alarms/tell-alarms.server.ts";
import { requireLinkSecret } from "#app/platform/link-secret.server.ts";
import { loadRecorderConfig } from "#app/features/samplers/load-recorder-config.server.ts";
import { issuePasswordReset } from "#app/features/people/request-password-reset.server.ts";
import { r2Store } from "#app/storage/object-store.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import { nowMs, type JobsEnv } from "#app/platform/env.ts";
import { reportFailure } from "#app/platform/error-report.ts";
import { errorText, log } from "#app/platform/log.ts";
import { DeliveryError } from "./delivery/carrier.ts";
import { carrierOf } from "./delivery/carriers.ts";
import { markDead, deliverMessage } from "./delivery/deliver-message.ts";
import { inTurn } from "./in-turns.ts";
import { keepBurnRatesOf } from "#app/features/maintenance/keep-burn-rates.server.ts";

/** Seconds before the next try, by the tries made so far; the queue gives up after its max_retries. */
const BACK_OFF_SECONDS = [2, 10, 60, 300, 900];

/** What a job needs of a queue's message. Each is done or tried again on its own. */
export type Job = Pick<Message<JobMessage>, "body" | "attempts" | "ack" | "retry">;

/** Does jobs one after the other. Nothing is thrown: what failed is logged, and the queue gives it again after a while. */
export async function consume(env: JobsEnv, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    const startedAt = Date.now();
    const type = job.body?.type ?? "unknown";
    try {
      await run(env, job.body);
      job.ack();
      log({ event: "job_done", type, ms: Date.now() - startedAt });
    } catch (error) {
      log({ event: "job_failed", type, error: errorText(error) });
      const wished = error instanceof DeliveryError ? error.retryAfterSeconds : null;
      job.retry({
        delaySeconds: wished ?? BACK_OFF_SECONDS[job.attempts - 1] ?? BACK_OFF_SECONDS.at(-1),
      });
    }
  }
}

/** In local mode everything stays readable at /dev/outbox. */
const keepsWords = (env: JobsEnv): boolean => env.HELIOS_MODE === "local";

/** A job that was given up. A message is kept for superusers, the rest is in the log. */
export async function abandon(env: JobsEnv, queue: string, job: Job): Promise<void> {
  const type = job.body?.type ?? "unknown";
  log({ event: "job_abandoned", queue, type });
  if (job.body?.type === "deliver_message")
    await markDead({ db: openDb(env.DB), keepsWords: keepsWords(env) }, job.body.messageId);
  await reportFailure(env, { where: `jobs/${type}`, error: new Error("the job was given up") });
  job.ack();
}

/**
 * Who changed the settings has told the recorder already, or one of many changes since has: a machine may have thousands of
 * mappings, so they are read only for a recorder that has older ones.
 */
async function pushConfig(
  deps: { db: Db; now: number },
  env: JobsEnv,
  deviceId: number,
): Promise<void> {
  const wanted = await deps.db
    .select({ version: devices.recorderVersion })
    .from(devices)
    .where(eq(devices.id, deviceId))
    .get();
  // A machine that was deleted meanwhile has nobody to tell.
  if (!wanted) return;
  const recorder = env.RECORDER.getByName(recorderName(deviceId));
  const has = await recorder.configVersion();
  if (has !== null && has >= wanted.version) return;
  const config = await loadRecorderConfig(deps, deviceId);
  if (config) await recorder.configure(config);
}

async function run(env: JobsEnv, message: JobMessage): Promise<void> {
  const deps = { db: openDb(env.DB), now: nowMs(env) };
  switch (message.type) {
    case "push_recorder_config": {
      return pushConfig(deps, env, message.deviceId);
    }
    case "issue_password_reset":
      return issuePasswordReset(
        { ...deps, jobs: env.JOBS, publicOrigin: env.PUBLIC_ORIGIN },
        message,
      );
    case "keep_burn_rates": {
      const recorder = (deviceId: number) => env.RECORDER.getByName(recorderName(deviceId));
      const series = createSeriesReader({ store: r2Store(env.SERIES), recorder });
      await inTurn(() => keepBurnRatesOf({ ...deps, series }, message.deviceId));
      return;
    }
    case "finish_replacement": {
      const recorder = (deviceId: number) => env.RECORDER.getByName(recorderName(deviceId));
      if (!(await finishReplacement({ ...deps, recorder }, message.deviceId)))
        throw new Error("samples are left to hand over");
      return;
    }
    case "tell_alarms":
      return tellAlarms(
        {
          ...deps,
          jobs: env.JOBS,
          publicOrigin: env.PUBLIC_ORIGIN,
          linkSecret: () => requireLinkSecret(deps.db, env),
        },
        message.deviceId,
      );
    case "deliver_message": {
      await deliverMessage(
        { ...deps, keepsWords: keepsWords(env), carrierOf: (channel) => carrierOf(env, channel) },
        message.messageId,
      );
      return;
    }
    default:
      return assertNever(message);
  }
}
