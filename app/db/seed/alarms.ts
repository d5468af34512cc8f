/** The alarms that watch the demo's machines. */
import type {
  AlarmArguments,
  AlarmFunction,
  SapNotification,
  AlarmPriority,
} from "#app/domain/alarms/types.ts";
import type { Make } from "#app/domain/access/types.ts";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { insertJournalOf } from "#app/db/journal-of-alarms.ts";
import { alarmJournal, alarms } from "#app/db/schema/index.ts";
import { languageOf, type DemoMachine } from "./machines.ts";
import { MAPLE_GROVE } from "./plants.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "#app/domain/durations.ts";

type Watch = {
  name: string;
  makes: readonly Make[];
  function: AlarmFunction;
  arguments: AlarmArguments;
};
const CONVERTERS: readonly Make[] = ["Sun", "LMC", "Ward"];
const THRESHOLD = "value_threshold_for_time_period_in_state" as const;
/** Each watches what the simulator sends and takes back (scripts/runner/demo-alarms.test.ts). */
const WATCHES: readonly Watch[] = [
  {
    ...{ name: "Compensator current high", makes: CONVERTERS, function: THRESHOLD },
    arguments: {
      tag_name: "compensator_current",
      period: 30_000,
      machine_states: [3, 4],
      comp: ">",
      threshold: 4.4,
    },
  },
  {
    ...{ name: "Anvil blankets thin", makes: CONVERTERS, function: THRESHOLD },
    arguments: {
      tag_name: "anvil_thickness",
      period: 60_000,
      machine_states: [3, 4],
      comp: "<",
      threshold: 0.37,
    },
  },
  {
    ...{
      name: "Machine speed unusual",
      makes: ["Sun", "Fosber"],
      function: "anomalous_for_time_period",
    },
    arguments: {
      tag_name: "machine_speed",
      period: 120_000,
      uts_ad_enabled: false,
      threshold_ad_enabled: true,
    },
  },
  {
    ...{ name: "Emergency stop held", makes: ["LMC", "Ward", "Fosber"], function: THRESHOLD },
    arguments: {
      tag_name: "e_stop_pressed",
      period: 60_000,
      machine_states: [],
      comp: "==",
      threshold: 1,
    },
  },
];
/**
 * On at the start: machine and place of its alarm, and hours since. All went on before the hours that the simulator writes
 * first (RECENT_MS of simulator/history-plan.ts), in which they go off again: the journal tells it in this order.
 */
const ON: Readonly<Record<string, number>> = {
  "1:0": 9.7,
  "3:1": 26,
  "4:0": 12.2,
  "7:1": 10.4,
  "8:1": 51,
  "9:1": 17,
};
/** Shelved at the start, by a superuser (machine and place of its alarm). */
const SHELVED = { key: "4:0", forMs: 8 * HOUR_MS, by: 1, reason: "Sensor is on order" };
const PRIORITIES: Readonly<Record<string, AlarmPriority>> = {
  "Emergency stop held": "critical",
  "Compensator current high": "high",
  "Machine speed unusual": "low",
};
/** Of the facility that reports to SAP. */
const SAP: SapNotification = {
  ...{
    NotifType: "M4",
    ShortText: "",
    Priority: "2",
    FunctLoc: "MG-CONV-06",
    Reportedby: "HELIOS",
  },
  ...{ CodeGroup: "HELIOS", Coding: "ALRM", Breakdown: false, Status: "OSNO" },
};
/** As a Spanish-speaking plant names them, by the English name. */
const SPANISH: Readonly<Record<string, string>> = {
  "Compensator current high": "Corriente del compensador alta",
  "Anvil blankets thin": "Mantas del yunque delgadas",
  "Machine speed unusual": "Velocidad de la máquina inusual",
  "Emergency stop held": "Paro de emergencia presionado",
};
const nameIn = (machine: DemoMachine, name: string): string =>
  (languageOf(machine) === "es" ? SPANISH[name] : undefined) ?? name;
const WEEK_SECONDS = 604_800;

/** As every sampler has it (features/alarms/silence-of-sampler.server.ts): its silence is told. */
export const demoSilence = (
  machines: readonly DemoMachine[],
  { now }: { now: number },
): (typeof alarms.$inferInsert)[] =>
  machines
    .filter((machine) => machine.facilityId !== null)
    .map(({ id, name }) => ({
      id: id * 100 + 50,
      deviceId: id,
      name: `No data from ${name} PLC`,
      function: "no_data_for_time_period",
      arguments: {
        tag_name: "",
        period: 10 * MINUTE_MS,
        source: "sampler",
        sampler_id: id,
        awaits_first: true,
      },
      ...{ extraEmails: [], inAlarm: false, isAcknowledged: true, priority: "medium" },
      definedAt: now,
      createdAt: now,
    }));

const shelvedAt = (now: number) => ({
  shelvedUntil: now + SHELVED.forMs,
  shelvedAt: now - HOUR_MS,
  shelvedBy: SHELVED.by,
  shelvedReason: SHELVED.reason,
});

export function demoAlarms(
  machines: readonly DemoMachine[],
  { now }: { now: number },
): (typeof alarms.$inferInsert & { id: number })[] {
  return machines
    .filter((machine) => machine.facilityId !== null)
    .flatMap((machine) =>
      WATCHES.filter((watch) => watch.makes.includes(machine.make)).map(
        ({ makes: _makes, ...watch }, place) => {
          const hoursOn = ON[`${machine.id}:${place}`];
          const sap =
            machine.facilityId === MAPLE_GROVE
              ? { ...SAP, ShortText: watch.name.slice(0, 40) }
              : null;
          return {
            ...{
              id: machine.id * 100 + place + 1,
              deviceId: machine.id,
              ...watch,
              name: nameIn(machine, watch.name),
              extraEmails: [],
            },
            ...{
              sapNotification: sap,
              sapRateInSeconds: sap && WEEK_SECONDS,
              sapLastNotified: null,
              inAlarm: hoursOn !== undefined,
            },
            ...{
              triggeredAt: hoursOn === undefined ? null : Math.round(now - hoursOn * HOUR_MS),
              changedAt: hoursOn === undefined ? null : Math.round(now - hoursOn * HOUR_MS),
              priority: PRIORITIES[watch.name] ?? "medium",
              isAcknowledged: hoursOn === undefined,
              ...(`${machine.id}:${place}` === SHELVED.key ? shelvedAt(now) : {}),
              definedAt: 0,
              createdAt: now - 90 * DAY_MS,
            },
          };
        },
      ),
    );
}

/** What the journal tells of the demo's alarms as they are: when each one that is on went on, and who shelved one. */
export const demoJournal = (db: Db) => [insertLines(db, "raised"), insertLines(db, "shelved")];

function insertLines(db: Db, kind: "raised" | "shelved") {
  const isRaised = kind === "raised";
  const at = isRaised ? alarms.triggeredAt : alarms.shelvedAt;
  const byWhom = {
    userId: sql`${alarms.shelvedBy}`,
    note: sql`${alarms.shelvedReason}`,
    details: sql`json_object('until', ${alarms.shelvedUntil})`,
  };
  return insertJournalOf(db, {
    kind,
    at: sql`${at}`,
    ...(isRaised ? {} : byWhom),
    onceKey: sql`${alarms.id} || ${`:${kind}:`} || ${at}`,
    which: and(
      isNotNull(at),
      isRaised ? eq(alarms.inAlarm, true) : isNotNull(alarms.shelvedUntil),
      sql`not exists (select 1 from ${alarmJournal} where ${alarmJournal.alarmId} = ${alarms.id} and ${alarmJournal.kind} = ${kind} and ${alarmJournal.at} = ${at})`,
    ),
  }).onConflictDoNothing();
}
