import type { Context } from "hono";
import { openDb } from "#app/db/client.server.ts";
import { AppError } from "#app/domain/errors.ts";
import {
  enrollMachine,
  requireEnrollmentKey,
} from "#app/features/enrollment/enroll-machine.server.ts";
import { enrollmentSchema } from "#app/features/enrollment/schemas.server.ts";
import { auditAddress, clientAddress } from "#app/platform/client-address.ts";
import { nowMs } from "#app/platform/env.ts";
import { accessTeller } from "#app/platform/tell-access.server.ts";
import { requireJson } from "./batches.ts";
import type { IngestHono } from "./ingest-hono.ts";
import { readAs } from "./read-as.ts";
import { readBodyText } from "./read-body.ts";
import { Refusal, unauthorized } from "./refusal.ts";
import { configureRecorder } from "./store-batch.ts";

const MAX_ENROLLMENT_BYTES = 16_384;
const BEARER = /^bearer +(\S{1,200}) *$/i;

/** POST /ingest/v1/enroll: a gateway brings its machine, and is answered its sampler's key (CONTRACT §3). */
export async function postEnroll(context: Context<IngestHono>): Promise<Response> {
  const { env } = context;
  const request = context.req.raw;
  const authorization = request.headers.get("Authorization") ?? "";
  const key = authorization.length > 300 ? undefined : BEARER.exec(authorization)?.[1];
  if (key === undefined)
    throw unauthorized("Send Authorization: Bearer <enrollment key>, which begins with hek_.");
  const db = openDb(env.DB);
  const now = nowMs(env);
  const accessChanged = accessTeller({
    env,
    db,
    waitUntil: (work) => context.executionCtx.waitUntil(work),
  });
  const deps = {
    ...{ db, now, accessChanged },
    ...{ address: clientAddress(request, env), from: auditAddress(request, env) },
  };
  await requireEnrollmentKey(deps, key).catch(rethrow);
  requireJson(request.headers.get("Content-Type"));
  const enrollment = readAs(enrollmentSchema, await readBodyText(request, MAX_ENROLLMENT_BYTES));
  const enrolled = await enrollMachine(deps, key, enrollment).catch(rethrow);
  // Before the answer, or the key that ended would go on until this one is used. Not told, the gateway asks once more.
  if (enrolled.isAgain) await configureRecorder(env, enrolled.deviceId);
  const data = {
    device_id: enrolled.deviceId,
    sampler_id: enrolled.samplerId,
    key: enrolled.key,
    configured: false,
  };
  return Response.json({ data }, { status: 201 });
}

function rethrow(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "unauthenticated") throw unauthorized(error.message);
  if (error.code === "forbidden" || error.code === "conflict" || error.code === "too_many_requests")
    throw new Refusal(error.code, error.message, {
      ...(error.retryAfterSeconds !== undefined && {
        retryAfterSeconds: error.retryAfterSeconds,
      }),
    });
  throw error;
}
