/** Maintenance of the demo's machines, as it would stand at `now`: history, what is left, what is late and what was put off. */
import {
  MAINTENANCE_KINDS,
  VERBS,
  type MaintenanceKind,
} from "#app/domain/maintenance/catalogue.ts";
import { CUSTOM_VERBS } from "#app/domain/maintenance/kind-rules.ts";
import { nameKey } from "#app/domain/maintenance/name-key.ts";
import { CUSTOM_KIND, SINGLE_TRANSMISSION_VALUE } from "#app/domain/maintenance/kinds.ts";
import { recommendedAfter } from "#app/domain/maintenance/status.ts";
import type { PredictionAccuracy } from "#app/domain/maintenance/types.ts";
import type {
  burnRates,
  maintenanceHistory,
  maintenances,
  snoozeHistories,
} from "#app/db/schema/index.ts";
import { languageOf, type DemoMachine, type PlantLanguage } from "./machines.ts";
import { HOUR_MS, DAY_MS } from "#app/domain/durations.ts";
const BURN_POINTS = 24;
/** How far the history goes back, and how many times it tells at most. */
const HISTORY_MS = 540 * DAY_MS;
const MOST_TIMES = 60;

type MaintenanceRow = typeof maintenances.$inferInsert & { id: number };
export type DemoMaintenance = {
  maintenances: MaintenanceRow[];
  history: (typeof maintenanceHistory.$inferInsert & { id: number })[];
  snoozes: (typeof snoozeHistories.$inferInsert & { id: number })[];
  burnRates: (typeof burnRates.$inferInsert)[];
};

/**
 * How far each work of a machine is on its way to the recommended date: 1 is due today, more is late.
 * "new": never done; "snoozed": late and put off. Read from the machine's own place on, so that machines differ.
 */
const WEAR: readonly (number | "new" | "snoozed")[] = [
  0.42,
  1.06,
  0.71,
  0.18,
  0.93,
  "new",
  0.55,
  "snoozed",
  0.31,
  0.86,
];
const SNOOZE_REASONS: Record<PlantLanguage, readonly string[]> = {
  en: [
    "Blankets on order, due next week",
    "Waits for the planned stop",
    "Checked by hand, still good",
  ],
  es: [
    "Mantas pedidas, llegan la próxima semana",
    "Espera el paro programado",
    "Revisado a mano, aún está bien",
  ],
};
const reasonOf = (language: PlantLanguage, place: number): string => {
  const reasons = SNOOZE_REASONS[language];
  return reasons[place % reasons.length] ?? "";
};
/** How long the last times lasted against the plan, and how the plan was judged. */
const PAST: readonly { share: number; accuracy: PredictionAccuracy }[] = [
  { share: 1.01, accuracy: "on_time" },
  { share: 1.12, accuracy: "early" },
  { share: 0.97, accuracy: "on_time" },
  { share: 0.84, accuracy: "late" },
];

export function demoMaintenance(
  machines: readonly DemoMachine[],
  { now, userIds }: { now: number; userIds: (machineId: number) => number | null },
) {
  const all: DemoMaintenance = { maintenances: [], history: [], snoozes: [], burnRates: [] };
  for (const machine of machines) {
    if (machine.facilityId === null) continue;
    const kinds = MAINTENANCE_KINDS.filter(
      ({ makes, value }) => makes.includes(machine.make) && value !== SINGLE_TRANSMISSION_VALUE,
    );
    const works = [...kinds, customOf(machine)];
    works.forEach((kind, place) =>
      addWork(all, { machine, kind, place, now, userId: userIds(machine.id) }),
    );
  }
  return all;
}

/** Of what plants added themselves nothing is late. */
const CUSTOM_WEAR: readonly (number | "new")[] = [0.31, 0.86, "new", 0.55];

/** Work that somebody of the plant added: it burns by the calendar. */
const CUSTOM: readonly (Record<PlantLanguage, string> & { days: number })[] = [
  { en: "Compressed air filter", es: "Filtro de aire comprimido", days: 60 },
  { en: "Light curtain check", es: "Revisión de la cortina de luz", days: 30 },
  { en: "Dust extraction bags", es: "Bolsas del extractor de polvo", days: 120 },
];

type DemoWork = Omit<MaintenanceKind, "value" | "makes">;
function customOf(machine: DemoMachine): DemoWork {
  const { days, ...names } = CUSTOM[machine.id % CUSTOM.length] as (typeof CUSTOM)[number];
  const name = names[languageOf(machine)];
  return {
    ...{ kind: CUSTOM_KIND, name, type: "replacement", basicType: true, target: name },
    ...{ actions: [], cutoffValue: 20, lifeHours: days * 24 },
  };
}

type Work = {
  machine: DemoMachine;
  kind: DemoWork;
  place: number;
  now: number;
  userId: number | null;
};

function addWork(all: DemoMaintenance, { machine, kind, place, now, userId }: Work): void {
  const id = machine.id * 100 + place + 1;
  const wear =
    kind.kind === CUSTOM_KIND
      ? (CUSTOM_WEAR[machine.id % CUSTOM_WEAR.length] ?? 0.5)
      : (WEAR[(machine.id * 3 + place) % WEAR.length] ?? 0.5);
  const plan = { maxTagThreshold: kind.lifeHours, cutoffValue: kind.cutoffValue };
  const planMs = recommendedAfter(0, plan) ?? 0;
  const usedMs = Math.round(planMs * (wear === "snoozed" ? 1.15 : wear === "new" ? 0 : wear));
  const isNew = wear === "new";
  const lastPerformedAt = isNew ? null : toShift(now - usedMs, now);
  const language = languageOf(machine);
  const reason = reasonOf(language, machine.id);
  const snooze = wear === "snoozed" ? addSnooze(all, { id, reason, now, userId }) : NOT_SNOOZED;
  all.maintenances.push({
    ...{
      id,
      deviceId: machine.id,
      name: kind.name,
      nameKey: nameKey(kind.name),
      kind: kind.kind,
      type: kind.type,
      verbs: kind.kind === CUSTOM_KIND ? CUSTOM_VERBS : VERBS[kind.type],
      target: kind.target,
    },
    ...{
      actions: [...kind.actions],
      ...plan,
      doubleUp: kind.kind === "transmission_life" ? false : null,
      basicType: kind.basicType,
    },
    ...{
      recommendedDate: recommendedAfter(lastPerformedAt ?? now, plan),
      lastPerformedAt,
      ...snooze,
      // What was never done burns from when it was added.
      createdAt: isNew ? now : now - planMs * 5,
    },
  });
  if (lastPerformedAt === null) return;
  addHistory(all, { id, language, lastPerformedAt, planMs, userId, now });
  addBurn(all, { id, from: lastPerformedAt, now, lifeMs: kind.lifeHours * HOUR_MS });
}

const NOT_SNOOZED = { snoozedAt: null, snoozedUntil: null, snoozeReason: null };

function addSnooze(
  all: DemoMaintenance,
  { id, reason, now, userId }: Pick<Cycle, "id" | "now" | "userId"> & { reason: string },
) {
  const [snoozedAt, snoozedUntil] = [now - 4 * DAY_MS, now + 10 * DAY_MS];
  all.snoozes.push({ id, maintenanceId: id, snoozedAt, snoozedUntil, reason, userId });
  return { snoozedAt, snoozedUntil, snoozeReason: reason };
}

type Cycle = {
  id: number;
  language: PlantLanguage;
  lastPerformedAt: number;
  planMs: number;
  userId: number | null;
  now: number;
};

/** The last time and those of a year and a half before it, four at least; the first of all was not rated. */
function addHistory(
  all: DemoMaintenance,
  { id, language, lastPerformedAt, planMs, userId, now }: Cycle,
): void {
  let performedAt = lastPerformedAt;
  for (let i = 0; i < MOST_TIMES; i++) {
    const past = PAST[(id + i) % PAST.length];
    const isFirst = i === MOST_TIMES - 1 || (i >= 3 && performedAt < now - HISTORY_MS);
    const predictionAccuracy = isFirst ? null : (past?.accuracy ?? null);
    all.history.push({
      id: id * 100 + i,
      maintenanceId: id,
      performedAt,
      predictionAccuracy,
      userId,
      createdAt: performedAt,
    });
    if (isFirst) return;
    // Now and then it was put off for ten days, and that has run out.
    if ((id + i) % 5 === 0)
      all.snoozes.push({
        id: id * 100 + i + 1,
        maintenanceId: id,
        snoozedAt: performedAt - 12 * DAY_MS,
        snoozedUntil: performedAt - 2 * DAY_MS,
        reason: reasonOf(language, id + i),
        userId,
      });
    performedAt = toShift(performedAt - planMs * (past?.share ?? 1), now);
  }
}

/** What is left since the last time: even burning, but for the nights and weekends when nothing runs. */
function addBurn(
  all: DemoMaintenance,
  { id, from, now, lifeMs }: { id: number; from: number; now: number; lifeMs: number },
): void {
  const steps = Math.min(BURN_POINTS, Math.max(1, Math.floor((now - from) / DAY_MS)));
  let previous = 100;
  for (let step = 0; step <= steps; step++) {
    const systemTime = Math.round(from + ((now - from) * step) / steps);
    const even = 100 * (1 - (systemTime - from) / lifeMs);
    const uneven = step === 0 || step === steps ? 0 : 1.4 * Math.sin(id + step * 1.7);
    previous = Math.max(0, Math.min(previous, Math.round((even + uneven) * 10) / 10));
    all.burnRates.push({ maintenanceId: id, systemTime, value: previous });
  }
}

/** The same day, in the first hours of an early shift: 11:00 UTC and some minutes. */
function toShift(timeMs: number, now: number): number {
  const day = Math.floor(timeMs / DAY_MS) * DAY_MS;
  return Math.min(day + 11 * HOUR_MS + ((day / DAY_MS) % 7) * 17 * 60_000, now - HOUR_MS);
}
