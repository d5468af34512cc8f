import { and, asc, desc, eq, lte } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { maintenanceHistory, telemetryDefinitions } from "#app/db/schema/index.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { AppError } from "#app/domain/errors.ts";
import { burnDown } from "#app/domain/maintenance/burn.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { sectionOfKind } from "#app/domain/maintenance/section-of-kind.ts";
import { lifeHoursOf } from "#app/domain/maintenance/status.ts";
import type { Section } from "#app/domain/samplers/sections.ts";
import { listEventSpans, type EventSpan } from "#app/features/events/list-event-spans.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { requireMaintenance, type MaintenanceRow } from "./maintenance-record.server.ts";
import { readRunHours } from "./read-run-hours.server.ts";
import type { NoLife, WorkAround, WorkSide } from "./work-around.ts";

/** Looked at before and after the work. */
const AROUND_MS = 14 * DAY_MS;
/** Of a section with more, the first by name: what is asked of the recorder is held in memory. */
const MAX_TAGS = 60;
const TAGS_AT_ONCE = 30;
const MAX_LIFE_MS = 3 * 366 * DAY_MS;

type Deps = {
  db: Db;
  actor: Actor;
  now: number;
  series: Pick<SeriesReader, "steps" | "abnormal">;
};

/**
 * Stops and abnormal readings of the part's section in the 14 days before and after a completed work, and how the life
 * that it ended burned down. 404 for a maintenance that is not the actor's, and where it was not done at that time.
 */
export async function getWorkAround(
  deps: Deps,
  id: number,
  performedAt: number,
): Promise<WorkAround> {
  const { db, actor, now, series } = deps;
  const { row, machine } = await requireMaintenance(deps, id);
  const [done, before] = await db
    .select({ performedAt: maintenanceHistory.performedAt })
    .from(maintenanceHistory)
    .where(
      and(
        eq(maintenanceHistory.maintenanceId, id),
        lte(maintenanceHistory.performedAt, performedAt),
      ),
    )
    .orderBy(desc(maintenanceHistory.performedAt))
    .limit(2);
  if (done?.performedAt !== performedAt)
    throw new AppError("not_found", { message: "The work was not done at that time." });
  const section = sectionOfKind(row.kind);
  const [tags, events] = await Promise.all([
    passesTier(actor, machine.serviceTier, "accessAnomalyExplorer")
      ? listTags(db, row.deviceId, section)
      : null,
    passesTier(actor, machine.serviceTier, "accessEvents")
      ? listEventSpans(
          { db },
          {
            deviceId: row.deviceId,
            startMs: performedAt - AROUND_MS,
            endMs: performedAt + AROUND_MS,
          },
        )
      : null,
  ]);
  const sideOf = (startMs: number, endMs: number) =>
    readSide(series, row.deviceId, { startMs, endMs: Math.max(startMs, endMs), tags, events });
  return {
    performedAt,
    section,
    before: await sideOf(performedAt - AROUND_MS, performedAt),
    after: await sideOf(performedAt, Math.min(performedAt + AROUND_MS, now)),
    ...(await readLife(series, row, before?.performedAt ?? null, performedAt)),
  };
}

/** The mapped measures of a section, or of the whole machine. */
async function listTags(db: Db, deviceId: number, section: Section | null): Promise<string[]> {
  const rows = await db
    .selectDistinct({ tag: telemetryDefinitions.humanKey })
    .from(telemetryDefinitions)
    .where(
      and(
        eq(telemetryDefinitions.deviceId, deviceId),
        section === null ? undefined : eq(telemetryDefinitions.primarySection, section),
      ),
    )
    .orderBy(asc(telemetryDefinitions.humanKey))
    .limit(MAX_TAGS);
  return rows.map(({ tag }) => tag);
}

type Asked = {
  startMs: number;
  endMs: number;
  tags: string[] | null;
  events: readonly EventSpan[] | null;
};

async function readSide(
  series: Deps["series"],
  deviceId: number,
  { startMs, endMs, tags, events }: Asked,
): Promise<WorkSide> {
  const fromMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const toMs = Math.floor(endMs / HOUR_MS) * HOUR_MS;
  const hours = await readRunHours(series, deviceId, { startMs: fromMs, endMs: toMs });
  const heardMs = hours.reduce((sum, { heldMs }) => sum + heldMs, 0);
  const ranMs = hours.reduce((sum, hour) => sum + hour.hours * HOUR_MS, 0);
  return {
    startMs,
    endMs,
    heardMs,
    stoppedMs: Math.max(0, heardMs - ranMs),
    downtimes: events && downtimesOf(events, startMs, endMs),
    abnormal: tags && (await readAbnormal(series, deviceId, { startMs, endMs, tags })),
  };
}

function downtimesOf(events: readonly EventSpan[], startMs: number, endMs: number) {
  const lengths = events.flatMap(({ downtimeStartAt: from, downtimeEndAt: to }) => {
    if (from === null || to === null) return [];
    const lengthMs = Math.min(to, endMs) - Math.max(from, startMs);
    return lengthMs > 0 ? [lengthMs] : [];
  });
  return { count: lengths.length, lengthMs: lengths.reduce((sum, length) => sum + length, 0) };
}

async function readAbnormal(
  series: Deps["series"],
  deviceId: number,
  { startMs, endMs, tags }: { startMs: number; endMs: number; tags: string[] },
) {
  const found: { tag: string; abnormalMs: number }[] = [];
  if (endMs <= startMs) return found;
  for (let from = 0; from < tags.length; from += TAGS_AT_ONCE) {
    const metrics = tags.slice(from, from + TAGS_AT_ONCE);
    const slots = await series.abnormal({ deviceId, metrics, startMs, endMs, buckets: 14 });
    for (const tag of metrics) {
      const abnormalMs = (slots[tag] ?? []).reduce((sum, slot) => sum + slot.abnormalMs, 0);
      if (abnormalMs > 0) found.push({ tag, abnormalMs });
    }
  }
  return found.sort((a, b) => b.abnormalMs - a.abnormalMs || a.tag.localeCompare(b.tag));
}

/** From the work before to this one, or why that cannot be told. */
async function readLife(
  series: Deps["series"],
  row: MaintenanceRow,
  beginMs: number | null,
  endMs: number,
): Promise<Pick<WorkAround, "life" | "noLife">> {
  const none = (noLife: NoLife) => ({ life: null, noLife });
  const lifeHours = lifeHoursOf(row);
  if (beginMs === null || lifeHours === null) return none({ why: "first" });
  if (endMs - beginMs > MAX_LIFE_MS) return none({ why: "long", fromMs: beginMs });
  const isByClock = row.kind === CUSTOM_KIND;
  const from = { timeMs: beginMs, value: 100 };
  const runHours = isByClock
    ? []
    : await readRunHours(series, row.deviceId, {
        startMs: Math.floor(beginMs / HOUR_MS) * HOUR_MS,
        endMs: Math.floor(endMs / HOUR_MS) * HOUR_MS,
      });
  const heardFrom = isByClock ? beginMs : (runHours[0]?.hourMs ?? null);
  if (heardFrom === null || heardFrom > beginMs + DAY_MS)
    return none({ why: "samples", fromMs: beginMs, sinceMs: heardFrom });
  const life = [from, ...burnDown({ from, lifeHours, isByClock, runHours, untilMs: endMs })];
  return { life, noLife: null };
}
