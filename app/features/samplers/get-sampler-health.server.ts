/** Whether a sampler and what it sends are well: its batches of the last day, and each mapped tag against its own past. */
import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { telemetryDefinitions as mappings, telemetryTypes } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { isOrderMetric } from "#app/domain/demo/sample-orders.ts";
import { AppError } from "#app/domain/errors.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { isRunning } from "#app/domain/metrics/states.ts";
import {
  byNeed,
  judgeTag,
  SILENT_TAG_MS,
  type Stretch,
  type TagHealth,
} from "#app/domain/samplers/tag-health.ts";
import { kindOfType } from "#app/domain/samplers/type-kind.ts";
import { rangeOfType } from "#app/domain/samplers/type-range.ts";
import type { IntakeSlot, LatestValues, RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { Sample } from "#app/domain/series/types.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { HEALTH_PER_PAGE, MAX_JUDGED_AT_ONCE, type SamplerHealthJson } from "./health-contract.ts";
import { requireSampler } from "./sampler-record.server.ts";

type Deps = {
  db: Db;
  actor: Actor;
  now: number;
  recorder: (deviceId: number) => Pick<RecorderPort, "latest" | "intakeDay">;
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

const NO_VALUES: LatestValues = {};

/** Throws `unavailable` while the recorder does not answer, and what reading series throws. */
export async function getSamplerHealth(
  deps: Deps,
  samplerId: string | number,
  { page }: { page: number },
): Promise<SamplerHealth> {
  const { id, deviceId } = await requireSampler(deps, samplerId);
  const [rows, types] = await listTags(deps, id);
  const recorder = deps.recorder(deviceId);
  const [latest, intake] = await Promise.all([
    rows.length === 0 ? NO_VALUES : recorder.latest(rows.map(({ humanKey }) => humanKey)),
    recorder.intakeDay(id),
  ]).catch(() => {
    throw new AppError("unavailable", {
      message: "The machine's recorder does not answer just now; ask again.",
    });
  });
  const typeById = new Map(types.map((type) => [type.id, type]));
  const withType = (row: ListedTag): TagRow => ({
    ...row,
    type: typeById.get(row.typeId ?? 0) ?? null,
  });
  const ageOf = ({ humanKey }: ListedTag) => ageMs(latest, humanKey, deps.now);
  const silent = rows.filter((row) => ageOf(row) > SILENT_TAG_MS && ageOf(row) < Infinity).length;
  const never = rows.filter((row) => ageOf(row) === Infinity).length;
  const byAge = rows
    .map((row) => ({ row, need: Math.max(SILENT_TAG_MS, ageOf(row)) }))
    .sort((a, b) => (a.need === b.need ? 0 : b.need - a.need))
    .map(({ row }) => row);
  const pages = Math.max(1, Math.ceil(rows.length / HEALTH_PER_PAGE));
  const shown = Math.min(page, pages);
  const onPage = <T>(list: readonly T[]) =>
    list.slice((shown - 1) * HEALTH_PER_PAGE, shown * HEALTH_PER_PAGE);
  const isJudgedWhole = rows.length <= MAX_JUDGED_AT_ONCE;
  const asked = isJudgedWhole ? byAge : onPage(byAge);
  const judged = await judge(deps, deviceId, asked.map(withType), latest);
  judged.sort(byNeed);
  const tags = isJudgedWhole ? onPage(judged) : judged;
  return {
    tags,
    latest: Object.fromEntries(
      tags.flatMap(({ humanKey }) =>
        Object.hasOwn(latest, humanKey) ? [[humanKey, latest[humanKey] as Sample]] : [],
      ),
    ),
    page: shown,
    count: rows.length,
    counts: { never, silent, heard: rows.length - never - silent },
    judged: {
      of: judged.length,
      notWell: judged.filter(({ findings }) => findings.length > 0).length,
    },
    intake,
  };
}

type TelemetryType = typeof telemetryTypes.$inferSelect;
type ListedTag = { mappingId: number; machineKey: string; humanKey: string; typeId: number | null };
type TagRow = ListedTag & { type: TelemetryType | null };

/** Of a sampler with thousands of tags most share a few types: each is read once. */
const listTags = ({ db }: Deps, samplerId: number): Promise<[ListedTag[], TelemetryType[]]> =>
  db.batch([
    db
      .select({
        mappingId: mappings.id,
        machineKey: mappings.machineKey,
        humanKey: mappings.humanKey,
        typeId: mappings.telemetryTypeId,
      })
      .from(mappings)
      .where(eq(mappings.samplerId, samplerId))
      .orderBy(asc(mappings.machineKey)),
    db
      .select()
      .from(telemetryTypes)
      .where(
        inArray(
          telemetryTypes.id,
          db
            .select({ id: mappings.telemetryTypeId })
            .from(mappings)
            .where(eq(mappings.samplerId, samplerId)),
        ),
      ),
  ]);

/** Infinity where nothing ever came. */
const ageMs = (latest: LatestValues, name: string, nowMs: number): number =>
  Object.hasOwn(latest, name) ? nowMs - (latest[name] as Sample).timeMs : Infinity;

async function judge(
  { series, now }: Deps,
  deviceId: number,
  rows: readonly TagRow[],
  latest: LatestValues,
): Promise<HealthTag[]> {
  if (rows.length === 0) return [];
  const ask = { deviceId, metrics: rows.map(({ humanKey }) => humanKey) };
  // The newest whole hour may not be sealed yet: those before it cost a row each.
  const endMs = Math.floor(now / HOUR_MS) * HOUR_MS - HOUR_MS;
  const [hour, day] = await Promise.all([
    series.steps({ ...ask, startMs: now - HOUR_MS, endMs: now, buckets: 60, untilMs: now }),
    series.steps({ ...ask, startMs: endMs - 24 * HOUR_MS, endMs, buckets: 24 }),
  ]);
  const hasRun = hour.states.length === 0 ? null : hour.states.some(({ code }) => isRunning(code));
  const stretchesOf = ({ points }: typeof hour, name: string): Stretch[] =>
    (points[name] ?? []).map(({ count, min, max }) => ({ count, min, max }));
  return rows.map(({ type, typeId: _, ...row }) => {
    const { machineKey, humanKey } = row;
    const newest = Object.hasOwn(latest, humanKey) ? (latest[humanKey] as Sample) : null;
    // What Helios keeps as numbers of its own is not what the controller sent.
    const said = findMetric(humanKey)?.type === "encoded" ? null : type;
    const isOrder = isOrderMetric(humanKey);
    const facts = {
      latest: newest,
      minutes: stretchesOf(hour, humanKey),
      hours: stretchesOf(day, humanKey),
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
