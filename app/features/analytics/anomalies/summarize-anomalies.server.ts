import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { telemetryDefinitions } from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import {
  longestMs,
  shareOf,
  sparklineOf,
  togetherOf,
  type AbnormalSlot,
  type TagSlots,
  type Together,
} from "#app/domain/detection/abnormal-share.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { Sort } from "./anomaly-limits.ts";

type Deps = {
  db: Db;
  actor: Actor;
  series: Pick<SeriesReader, "abnormal" | "averages">;
  recorder: (deviceId: number) => Pick<RecorderPort, "detection">;
};
export type AnomalySearch = {
  device: string;
  startMs: number;
  endMs: number;
  /** Left out: all of the sections, or of the machine. */
  metrics?: readonly string[] | undefined;
  sections?: readonly string[] | undefined;
  /** Both ends count. */
  moreThan: number;
  lessThan: number;
  sort: Sort;
  page: number;
  pageSize: number;
};
export type AnomalyResult = {
  tag: string;
  value: number;
  section: string | null;
  sparkline: (number | null)[];
  longestMs: number;
};
export type AnomalySummary = {
  count: number;
  uptime: number | null;
  msf: number | null;
  mostAnomalousSection: string | null;
  hasSections: boolean;
  results: AnomalyResult[];
  together: Together[];
  notJudged: { tag: string; samples: number; needed: number; isCounter: boolean }[];
};

/** Of a machine with more mappings, the first by name. */
const MAX_TAGS = 400;
/** Asked of the recorder at once: memory holds their columns. */
const TAGS_AT_ONCE = 30;
const MAX_STEPS = 180;
const MIN_STEPS = 96;
const SPARKLINE = 48;
const MAX_TOGETHER = 5;
/** Minutes looked at to tell when several were abnormal at once. */
const MAX_MINUTES = 1_440;

/** Which measures were abnormal for how much of [startMs, endMs), from flags that were judged then. */
export async function summarizeAnomalies(
  { db, actor, series, recorder }: Deps,
  search: AnomalySearch,
): Promise<AnomalySummary> {
  const machine = await requireMachine({ db, actor }, search.device);
  requireTier(actor, machine, "accessAnomalyExplorer");
  const mapped = await listMapped({ db }, machine.id);
  return searchAnomalies({ series, recorder }, machine.id, mapped, search);
}

export type MappedTag = { tag: string; section: string | null };

/** The answer of a machine with these mapped measures. */
export async function searchAnomalies(
  { series, recorder }: Pick<Deps, "series" | "recorder">,
  deviceId: number,
  mapped: readonly MappedTag[],
  search: Omit<AnomalySearch, "device">,
): Promise<AnomalySummary> {
  const { startMs, endMs } = search;
  const range = { deviceId, startMs, endMs };
  const sectionOf = new Map(mapped.map(({ tag, section }) => [tag, section]));
  const tags = tagsOf(search, mapped);
  const [slots, status, means, { msf_hr: made = [] }] = await Promise.all([
    readSlots(series, { ...range, buckets: stepsOf(endMs - startMs) }, tags),
    recorder(deviceId).detection(),
    series.averages({ ...range, metrics: ["machine_running", "msf_hr"] }),
    series.abnormal({ ...range, buckets: 1, metrics: ["msf_hr"] }),
  ]);
  const { machine_running: uptime = null, msf_hr: msfHr = null } = means;
  const found = tags.flatMap((tag): (AnomalyResult & { slots: AbnormalSlot[] })[] => {
    const own = slots[tag] ?? [];
    const value = shareOf(own);
    if (value === null || value <= 0) return [];
    const section = sectionOf.get(tag) ?? null;
    const sparkline = sparklineOf(own, SPARKLINE);
    return [{ tag, value, section, sparkline, longestMs: longestMs(own), slots: own }];
  });
  const results = found
    .filter(({ value }) => value >= search.moreThan && value <= search.lessThan)
    .sort(byOrder(search.sort));
  const from = (search.page - 1) * search.pageSize;
  const coarse = togetherOf(
    results.map(({ tag, section, slots: own }): TagSlots => ({ tag, section, slots: own })),
    MAX_TOGETHER,
  );
  return {
    count: results.length,
    uptime,
    msf: msfHr === null ? null : (msfHr * (made[0]?.heldMs ?? 0)) / HOUR_MS,
    mostAnomalousSection: mostAnomalous(results),
    hasSections: mapped.some(({ section }) => section !== null),
    results: results
      .slice(from, from + search.pageSize)
      .map(({ slots: _slots, ...result }) => result),
    together: await toMinutes(series, deviceId, coarse),
    notJudged: tags.flatMap((tag) => {
      const own = Object.hasOwn(status, tag) ? status[tag] : undefined;
      if (!own || own.isJudged || !own.threshold) return [];
      return [{ tag, samples: own.samples, needed: own.needed, isCounter: own.isCounter }];
    }),
  };
}

async function listMapped({ db }: Pick<Deps, "db">, deviceId: number): Promise<MappedTag[]> {
  const rows = await db
    .selectDistinct({
      tag: telemetryDefinitions.humanKey,
      section: telemetryDefinitions.primarySection,
    })
    .from(telemetryDefinitions)
    .where(eq(telemetryDefinitions.deviceId, deviceId))
    .orderBy(asc(telemetryDefinitions.humanKey));
  return rows.map(({ tag, section }) => ({ tag, section: section || null }));
}

const tagsOf = (
  { metrics, sections }: Pick<AnomalySearch, "metrics" | "sections">,
  mapped: readonly MappedTag[],
): string[] => {
  const inSections = mapped
    .filter(({ section }) => !sections || (section !== null && sections.includes(section)))
    .map(({ tag }) => tag);
  const wanted = metrics
    ? metrics.filter((tag) => !sections || inSections.includes(tag))
    : inSections;
  return [...new Set(wanted)].slice(0, MAX_TAGS);
};

/**
 * Hours of a week; never so few that a day is told in lumps. Steps of whole hours, where the range has such, are answered
 * from the roll-ups of hours.
 */
export function stepsOf(lengthMs: number): number {
  const hours = lengthMs / HOUR_MS;
  for (let each = Math.ceil(hours / MAX_STEPS); hours / each >= MIN_STEPS; each++)
    if (hours % each === 0) return hours / each;
  return Math.min(MAX_STEPS, Math.max(MIN_STEPS, Math.ceil(hours)));
}

async function readSlots(
  series: Deps["series"],
  range: { deviceId: number; startMs: number; endMs: number; buckets: number },
  tags: readonly string[],
): Promise<Record<string, AbnormalSlot[]>> {
  const slots: Record<string, AbnormalSlot[]> = {};
  for (let from = 0; from < tags.length; from += TAGS_AT_ONCE)
    Object.assign(
      slots,
      await series.abnormal({ ...range, metrics: tags.slice(from, from + TAGS_AT_ONCE) }),
    );
  return slots;
}

/** The same groups to the minute, where they are not too long for that. */
async function toMinutes(
  series: Deps["series"],
  deviceId: number,
  groups: readonly Together[],
): Promise<Together[]> {
  return Promise.all(
    groups.map(async (group) => {
      const [startMs, endMs] = [floorMinute(group.startMs), floorMinute(group.endMs)];
      const buckets = (endMs - startMs) / MINUTE_MS;
      if (buckets < 1 || buckets > MAX_MINUTES) return group;
      const metrics = group.tags.slice(0, TAGS_AT_ONCE);
      const slots = await series.abnormal({ deviceId, metrics, startMs, endMs, buckets });
      const tags = metrics.map((tag): TagSlots => ({
        tag,
        section: group.section,
        slots: slots[tag] ?? [],
      }));
      const [exact] = togetherOf(tags, 1);
      return exact ?? group;
    }),
  );
}

const floorMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

function byOrder({ field, isDescending }: Sort) {
  const sign = isDescending ? -1 : 1;
  const text = (a: string | null, b: string | null) => (a ?? "").localeCompare(b ?? "", "en");
  return (a: AnomalyResult, b: AnomalyResult): number => {
    const by =
      field === "value"
        ? a.value - b.value
        : field === "section"
          ? text(a.section, b.section)
          : text(a.tag, b.tag);
    return sign * by || text(a.tag, b.tag);
  };
}

/** By the mean share of its results; null without sections. */
function mostAnomalous(results: readonly AnomalyResult[]): string | null {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { section, value } of results) {
    if (section === null) continue;
    const known = sums.get(section) ?? { sum: 0, count: 0 };
    sums.set(section, { sum: known.sum + value, count: known.count + 1 });
  }
  const ordered = [...sums].sort(
    ([a, x], [b, y]) => y.sum / y.count - x.sum / x.count || a.localeCompare(b, "en"),
  );
  return ordered[0]?.[0] ?? null;
}
