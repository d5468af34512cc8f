import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { onlyIf } from "#app/db/only-if.ts";
import { isInService } from "#app/db/scopes.ts";
import { samplerKeys, samplers } from "#app/db/schema/index.ts";
import { outOfService } from "#app/domain/access/in-service.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_SAMPLERS_PER_MACHINE } from "#app/domain/limits.ts";
import { findSpecValue, SAMPLER_SPECS, usesDataset } from "#app/domain/samplers/specs.ts";
import { hashSamplerKey } from "#app/domain/samplers/keys.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { insertBaseTypes } from "./insert-base-types.server.ts";
import { newSamplerKey } from "./new-sampler-key.server.ts";
import { watchNewSampler } from "#app/features/alarms/silence-of-sampler.server.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { rotateSamplerKey } from "./rotate-sampler-key.server.ts";
import {
  requireSampledMachineInService,
  requireSampler,
  toAuditedSampler,
  toSamplerJson,
} from "./sampler-record.server.ts";
import type { CreateSampler, SamplerJson } from "./schemas.ts";

type Deps = ConfigPushDeps & { actor: Actor };

/** A new sampler with its key, which is told here and never again. */
export const createSampler = (
  deps: Deps & { sent?: Sent | undefined },
  input: CreateSampler,
): Promise<SamplerJson & { key: string }> =>
  addOnce(
    deps,
    (asSent) => addSampler(deps, input, asSent),
    (id) => readAnew(deps, id),
  );

/** What was added before: its key went with the answer that was lost, so that it gets another one. */
async function readAnew(deps: Deps, id: number): Promise<SamplerJson & { key: string }> {
  const { key } = await rotateSamplerKey(deps, id);
  return { ...toSamplerJson(await requireSampler(deps, id)), key };
}

async function addSampler(
  deps: Deps,
  input: CreateSampler,
  asSent: BatchItem<"sqlite">[],
): Promise<SamplerJson & { key: string }> {
  const { db, now } = deps;
  const machine = await requireSampledMachineInService(deps, input.device_id);
  const spec = findSpecValue(input.spec);
  if (spec === null) throw unknownSpec();
  const key = newSamplerKey();
  const keyHash = await hashSamplerKey(key);
  const row = {
    deviceId: machine.id,
    name: input.name,
    ...connectionOf(spec, input),
    onlyMappedTags: input.only_mapped_tags ?? false,
    createdAt: now,
    updatedAt: now,
  };
  const existing = sql`(select count(*) from samplers where device_id = ${machine.id})`;
  const deviceId = onlyIf(sql`${existing} < ${MAX_SAMPLERS_PER_MACHINE}`, machine.id);
  const creating = db.batch([
    db
      .insert(samplers)
      .values({ ...row, deviceId })
      .returning(),
    auditOfMachine(deps, {
      action: "sampler.created",
      id: sql<number>`last_insert_rowid()`,
      deviceId: machine.id,
      after: toAuditedSampler(row),
    }),
    ...asSent,
    db.insert(samplerKeys).values({
      samplerId: onlyIf(isInService(machine.id), lastSamplerId()),
      keyHash,
      createdAt: now,
    }),
    insertBaseTypes(db, lastSamplerId()),
    bumpRecorderVersion(deps, machine.id),
    ...watchNewSampler(db, now),
  ]);
  const [[inserted]] = await creating.catch(rethrowFull);
  if (!inserted) throw new Error("the sampler was not inserted");
  await pushRecorderConfig(deps, machine.id);
  return { ...toSamplerJson(inserted), key };
}

function rethrowFull(error: unknown): never {
  if (isNullRefused(error, "sampler_keys.sampler_id")) throw outOfService();
  throw isNullRefused(error, "samplers.device_id")
    ? new AppError("conflict", {
        message: `A machine has at most ${MAX_SAMPLERS_PER_MACHINE} samplers.`,
        problem: { code: "limit", most: MAX_SAMPLERS_PER_MACHINE },
      })
    : error;
}

/** Of the sampler that the same batch inserted. */
const lastSamplerId = () =>
  sql<number>`(select seq from sqlite_sequence where name = 'samplers')` as unknown as number;

/** Of a spec that GET samplers/specs does not list. */
export const unknownSpec = () =>
  new AppError("validation_failed", {
    message: "The spec is not one of GET /v1/samplers/specs.",
    fields: {
      spec: [{ code: "one_of", values: SAMPLER_SPECS.map(({ value }) => value).join(", ") }],
    },
  });

type Connection = Pick<
  CreateSampler,
  "plc_address" | "plc_port" | "dataset_name" | "machine_number"
>;

/** A data set's spec has a machine number instead of address and port (spec 001 §3): the others are dropped. */
export function connectionOf(spec: string, input: Connection) {
  return usesDataset(spec)
    ? {
        spec,
        plcAddress: null,
        plcPort: null,
        datasetName: input.dataset_name ?? null,
        machineNumber: input.machine_number ?? null,
      }
    : {
        spec,
        plcAddress: input.plc_address ?? null,
        plcPort: input.plc_port ?? null,
        datasetName: null,
        machineNumber: null,
      };
}
