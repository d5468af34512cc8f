import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices } from "#app/db/schema/index.ts";
import { AppError } from "#app/domain/errors.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { loadRecorderConfig } from "./load-recorder-config.server.ts";

export type ConfigPushDeps = {
  db: Db;
  now: number;
  /** The caller's network address, for the audit log. */
  address?: string | null;
  recorder: (deviceId: number) => Pick<RecorderPort, "configure">;
  /** The queue that the jobs Worker reads. */
  jobs: { send(message: { type: "push_recorder_config"; deviceId: number }): Promise<unknown> };
};

/** Goes into the same D1 batch as any change of what the machine's recorder must know. */
export const bumpRecorderVersion = ({ db, now }: { db: Db; now: number }, deviceId: number) =>
  db
    .update(devices)
    .set({ recorderVersion: sql`${devices.recorderVersion} + 1`, lastShadowUpdateAt: now })
    .where(eq(devices.id, deviceId));

/**
 * Tells a machine's recorder what changed, after the change is in D1: directly, so that the next
 * batch already obeys it, and through the queue, which tries again while the recorder cannot be reached.
 */
export async function pushRecorderConfig(deps: ConfigPushDeps, deviceId: number): Promise<void> {
  const [queued, pushed] = await Promise.allSettled([
    deps.jobs.send({ type: "push_recorder_config", deviceId }),
    configure(deps, deviceId),
  ]);
  if (queued.status === "rejected" && pushed.status === "rejected") {
    throw new AppError("unavailable", {
      message:
        "The change is saved, but the machine's recorder could not be told. Save again in a moment.",
      retryAfterSeconds: 5,
    });
  }
}

async function configure({ db, now, recorder }: ConfigPushDeps, deviceId: number): Promise<void> {
  const config = await loadRecorderConfig({ db, now }, deviceId);
  if (config) await recorder(deviceId).configure(config);
}
