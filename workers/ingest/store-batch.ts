import { openDb } from "#app/db/client.server.ts";
import {
  recorderName,
  type IngestOutcome,
  type IngestRequest,
  type Rejection,
} from "#app/domain/series/recorder-port.ts";
import { loadRecorderConfig } from "#app/features/samplers/load-recorder-config.server.ts";
import { nowMs, type IngestEnv } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";
import { seriesFailure } from "#app/storage/damage.ts";
import type { Caller, KeyDirectory } from "./key-directory.ts";
import { damaged, Refusal, unavailable, unknownKey } from "./refusal.ts";

export type Stored = { accepted: number; duplicate: number; rejected: Rejection[] };
type Env = Pick<IngestEnv, "DB" | "RECORDER" | "HELIOS_MODE" | "CLOCK_OFFSET_MS">;
type Payload = Pick<IngestRequest, "batchId" | "buffered" | "dropped"> & {
  bytes: Uint8Array;
  rejected: Rejection[];
};

/**
 * Hands a batch to the machine's recorder and answers once it is durable; throws a refusal.
 * A recorder that does not know the key is told what D1 says, once: it may have missed a push.
 */
export async function storeBatch(
  env: Env,
  directory: KeyDirectory,
  caller: Caller,
  payload: Payload,
): Promise<Stored> {
  let outcome = await ingest(env, caller, payload);
  if (outcome.status === "unauthorized") {
    directory.forget(caller.key);
    const fresh = await directory.ask(env, caller.key);
    await configureRecorder(env, fresh.deviceId);
    outcome = await ingest(env, fresh, payload);
  }
  switch (outcome.status) {
    case "stored":
      return {
        accepted: outcome.accepted,
        duplicate: outcome.duplicate,
        rejected: mergeRejections(payload.rejected, outcome.rejected),
      };
    case "busy":
      throw new Refusal(
        "too_many_requests",
        "This machine sends faster than its samples can be stored; send the same batch again later.",
        {
          retryAfterSeconds: outcome.retryAfterSeconds,
        },
      );
    case "unauthorized":
      directory.forget(caller.key);
      log({ event: "ingest_refused", code: "unauthorized", samplerId: caller.samplerId });
      throw unknownKey();
  }
}

/** Batches may be repeated, so a recorder that went away under the call is asked once more. */
async function ingest(
  env: Env,
  caller: Caller,
  { bytes, batchId, buffered, dropped, rejected }: Payload,
): Promise<IngestOutcome> {
  const { samplerId, keyHash } = caller;
  const request: IngestRequest = { samplerId, keyHash, batchId, batch: bytes, buffered, dropped };
  if (rejected.length > 0) request.rejected = rejected;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await env.RECORDER.getByName(recorderName(caller.deviceId)).ingest(request);
    } catch (error) {
      if (isOverloaded(error))
        throw unavailable(
          "This machine's recorder is overloaded; send the same batch again later.",
          5,
        );
      if (attempt === 2 || !isRetryable(error)) {
        log({
          event: "request_failed",
          requestId: batchId,
          method: "RPC",
          path: "DeviceRecorder.ingest",
          error: errorText(error),
        });
        throw seriesFailure(error)
          ? damaged()
          : unavailable(
              "This machine's recorder cannot be reached just now; send the same batch again.",
            );
      }
    }
  }
}

/** Tells a machine's recorder what D1 says. Throws a refusal when it cannot. */
export async function configureRecorder(env: Env, deviceId: number): Promise<void> {
  try {
    const config = await loadRecorderConfig({ db: openDb(env.DB), now: nowMs(env) }, deviceId);
    if (config) await env.RECORDER.getByName(recorderName(deviceId)).configure(config);
  } catch (error) {
    log({ event: "config_push_failed", deviceId, error: errorText(error) });
    throw unavailable(
      "This machine's recorder cannot be told about the key just now; send the same again.",
    );
  }
}

const has = (error: unknown, property: string): boolean =>
  typeof error === "object" &&
  error !== null &&
  (error as Record<string, unknown>)[property] === true;
const isOverloaded = (error: unknown): boolean => has(error, "overloaded");
const isRetryable = (error: unknown): boolean => has(error, "retryable");

function mergeRejections(front: readonly Rejection[], behind: readonly Rejection[]): Rejection[] {
  if (front.length === 0) return [...behind];
  const merged = new Map<string, Rejection>();
  for (const rejection of [...front, ...behind]) {
    const key = `${rejection.reason} ${rejection.tag}`;
    const known = merged.get(key);
    if (known) known.count += rejection.count;
    else merged.set(key, { ...rejection });
  }
  return [...merged.values()];
}
