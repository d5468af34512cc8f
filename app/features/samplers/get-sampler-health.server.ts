/** Whether a sampler and what it sends are well: its batches of the last day, and each mapped tag against its own past. */
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, telemetryDefinitions as mappings, telemetryTypes } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { isOrderMetric } from "#app/domain/demo/sample-orders.ts";
import { AppError } from "#app/domain/errors.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { isRunning } from "#app/domain/metrics/states.ts";
import { byNeed, judgeTag, type Stretch, type TagHealth } from "#app/domain/samplers/tag-health.ts";
import { kindOfType } from "#app/domain/samplers/type-kind.ts";
import { rangeOfType } from "#app/domain/samplers/type-range.ts";
import {
  INTAKE_SLOT_MS,
  type IntakeSlot,
  type LatestValues,
  type ListedTag,
  type RecorderPort,
} from "#app/domain/series/recorder-port.ts";
import type { Sample } from "#app/domain/series/types.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { HEALTH_PER_PAGE, MAX_JUDGED_AT_ONCE, type SamplerHealthJson } from "./health-contract.ts";
import { requireSampler } from "./sampler-record.server.ts";

type Deps = {
  db: Db;
  actor: Actor;
  now: number;
  recorder: (deviceId: number) => Pick<RecorderPort, "tagsByNeed" | "intakeDay">;
  series: Pick<SeriesReader, "steps">;
};

export type HealthTag = TagHealth & {
  mappingId: number;
  machineKey: string;
  humanKey: string;
  typeName: string | null;
  /** Unix milliseconds; null: it never came. */
  lastSampleMs: number | null;
};
export type SamplerHealth = {
  tags: HealthTag[];
  /** Newest values of the tags by human key, by which demo mode knows which are an order's. */
  latest: LatestValues;
  page: number;
  /** Of all mappings. */
  count: number;
  counts: { never: number; silent: number; heard: number };
  /** Tags of `tags` and, where all were judged, of the other pages, of which something is to be said. */
  judged: { of: number; notWell: number };
  intake: IntakeSlot[];
};

/** Throws `unavailable` while the recorder does not answer, and what reading series throws. */
export async function getSamplerHealth(
  deps: Deps,
  samplerId: string | number,
  { page }: { page: number },
): Promise<SamplerHealth> {
  const { id, deviceId } = await requireSampler(deps, samplerId);
  const recorder = deps.recorder(deviceId);
  const version = await recorderVersion(deps, deviceId);
  const question = { samplerId: id, version, page, limit: HEALTH_PER_PAGE };
  const [listed, intake] = await Promise.all([
    recorder.tagsByNeed({ ...question, atOnce: MAX_JUDGED_AT_ONCE }),
    recorder.intakeDay(id),
  ]).catch(() => {
    throw new AppError("unavailable", {
      message: "The machine's recorder does not answer just now; ask again.",
    });
  });
  const { count, never, silent, page: shown } = listed;
  const rows = await readTags(deps, id, listed.tags);
  const judged = await judge(deps, deviceId, rows, intake);
  judged.sort(byNeed);
  const isJudgedWhole = count <= MAX_JUDGED_AT_ONCE;
  const tags = isJudgedWhole
    ? judged.slice((shown - 1) * HEALTH_PER_PAGE, shown * HEALTH_PER_PAGE)
    : judged;
  const names = new Set(tags.map(({ humanKey }) => humanKey));
  return {
    tags,
    latest: Object.fromEntries(
      rows.flatMap(({ humanKey, newest }) =>
        newest !== null && names.has(humanKey) ? [[humanKey, newest]] : [],
      ),
    ),
    page: shown,
    count,
    counts: { never, silent, heard: count - never - silent },
    judged: {
      of: judged.length,
      notWell: judged.filter(({ findings }) => findings.length > 0).length,
    },
    intake,
  };
}

type TelemetryType = typeof telemetryTypes.$inferSelect;
type TagRow = {
  mappingId: number;
  machineKey: string;
  humanKey: string;
  type: TelemetryType | null;
  newest: Sample | null;
};

/** Of the settings that the recorder must have to know the mappings as they are now. */
const recorderVersion = async ({ db }: Deps, deviceId: number): Promise<number> =>
  (
    await db
      .select({ version: devices.recorderVersion })
      .from(devices)
      .where(eq(devices.id, deviceId))
      .get()
  )?.version ?? 0;

/** In the order given; without what was deleted since the recorder listed it. */
async function readTags(
  { db }: Deps,
  samplerId: number,
  listed: readonly ListedTag[],
): Promise<TagRow[]> {
  if (listed.length === 0) return [];
  const keys = JSON.stringify(listed.map(({ machineKey }) => machineKey));
  const rows = await db
    .select({ id: mappings.id, machineKey: mappings.machineKey, type: telemetryTypes })
    .from(mappings)
    .leftJoin(telemetryTypes, eq(telemetryTypes.id, mappings.telemetryTypeId))
    .where(
      and(
        eq(mappings.samplerId, samplerId),
        sql`${mappings.machineKey} in (select value from json_each(${keys}))`,
      ),
    );
  const byKey = new Map(rows.map((row) => [row.machineKey, row]));
  return listed.flatMap(({ machineKey, metric, sample }) => {
    const row = byKey.get(machineKey);
    if (!row) return [];
    const { id: mappingId, type } = row;
    return [{ mappingId, machineKey, humanKey: metric, type, newest: sample }];
  });
}

async function judge(
  { series, now }: Deps,
  deviceId: number,
  rows: readonly TagRow[],
  intake: readonly IntakeSlot[],
): Promise<HealthTag[]> {
  if (rows.length === 0) return [];
  const ask = { deviceId, metrics: rows.map(({ humanKey }) => humanKey), flags: false };
  // The newest whole hour may not be sealed yet: those before it cost a row each.
  const endMs = Math.floor(now / HOUR_MS) * HOUR_MS - HOUR_MS;
  const [hour, day] = await Promise.all([
    series.steps({ ...ask, startMs: now - HOUR_MS, endMs: now, buckets: 60, untilMs: now }),
    series.steps({ ...ask, startMs: endMs - 24 * HOUR_MS, endMs, buckets: 24 }),
  ]);
  const hasRun = hour.states.length === 0 ? null : hour.states.some(({ code }) => isRunning(code));
  const stretchesOf = ({ points }: typeof hour, name: string): Stretch[] =>
    (points[name] ?? []).map(({ count, min, max }) => ({ count, min, max }));
  const startMs = endMs - 24 * HOUR_MS;
  const cameLive = Array.from({ length: 24 }, (_, at) => isLive(intake, startMs + at * HOUR_MS));
  return rows.map(({ type, newest, ...row }) => {
    const { machineKey, humanKey } = row;
    const hours = stretchesOf(day, humanKey);
    // What Helios keeps as numbers of its own is not what the controller sent.
    const said = findMetric(humanKey)?.type === "encoded" ? null : type;
    const isOrder = isOrderMetric(humanKey);
    const facts = {
      latest: newest,
      minutes: stretchesOf(hour, humanKey),
      hours,
      liveHours: hours.filter((_, at) => cameLive[at]),
      // What belongs to an order rests as long as the order runs, and its values are told in one place.
      hasRun: isOrder ? false : hasRun,
      kind: said && kindOfType(said.type, said.members, machineKey),
      range: isOrder ? null : said && rangeOfType(said, machineKey),
    };
    return {
      ...row,
      typeName: type?.name ?? null,
      lastSampleMs: newest?.timeMs ?? null,
      ...judgeTag(facts, now),
    };
  });
}

/** Whether the sampler sent in half of an hour's quarters at least. What it sent afterwards may be thinner than what it sends. */
const isLive = (intake: readonly IntakeSlot[], hourMs: number): boolean =>
  intake.filter(({ startMs }) => startMs >= hourMs && startMs < hourMs + HOUR_MS).length * 2 >=
  HOUR_MS / INTAKE_SLOT_MS;

export const toHealthJson = (health: SamplerHealth): SamplerHealthJson => ({
  data: {
    tags: health.tags.map((tag) => ({
      mapping_id: tag.mappingId,
      machine_key: tag.machineKey,
      human_key: tag.humanKey,
      type: tag.typeName,
      last_sample_at: tag.lastSampleMs === null ? null : new Date(tag.lastSampleMs).toISOString(),
      per_minute: tag.perMinute,
      usual_per_minute: tag.usualPerMinute,
      findings: tag.findings.map((finding) => ({
        code: finding.code,
        ...("ageMs" in finding && { age_ms: finding.ageMs }),
        ...("perMinute" in finding && {
          per_minute: finding.perMinute,
          usual_per_minute: finding.usual,
        }),
        ...("value" in finding && { value: finding.value }),
        ...("kind" in finding && { kind: finding.kind }),
      })),
    })),
    values: Object.fromEntries(
      Object.entries(health.latest).map(([name, { value }]) => [name, value]),
    ),
    counts: health.counts,
    intake: health.intake.map(({ startMs, rejectedBy, ...slot }) => ({
      start: new Date(startMs).toISOString(),
      ...slot,
      rejected_by_reason: rejectedBy,
    })),
  },
  paging: { page: health.page, limit: HEALTH_PER_PAGE, count: health.count },
});
