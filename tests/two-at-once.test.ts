/**
 * Two changes of one thing at once: what the other one wrote between the look and the act of a change stays, and what was
 * checked against what stood before is checked again. A thing whose change reads it first has its rows here.
 */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  alarms,
  auditEntries,
  displays,
  events,
  measures,
  samplers,
  telemetryDefinitions,
} from "#app/db/schema/index.ts";
import type { AlarmArguments } from "#app/domain/alarms/types.ts";
import { ownArguments } from "#app/features/alarms/alarm.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { createPlant, createSession, NOW } from "./factories/people.ts";

const db = openTestDb();
let token: string;
let userId: number;
let device: number;
let plant: number;
let customer: number;

beforeAll(async () => {
  const { superuser, ...place } = await createPlant(db());
  customer = place.customerId;
  plant = place.facilityId;
  device = place.deviceId;
  userId = superuser.userId;
  token = (await createSession(db(), superuser)).token;
});

const THRESHOLD: AlarmArguments = {
  ...{ tag_name: "machine_speed", period: 60_000 },
  ...{ comp: "<", threshold: 40, machine_states: [] },
};
const newSampler = () =>
  db()
    .insert(samplers)
    .values({
      ...{ deviceId: device, name: "PLC", spec: "ModbusTCP", plcAddress: "10.0.0.1" },
      ...{ plcPort: 502, createdAt: NOW, updatedAt: NOW },
    })
    .returning();
/** A new one of each. */
const NEW = {
  alarms: () =>
    db()
      .insert(alarms)
      .values({
        ...{ deviceId: device, name: "Slow", function: "value_threshold_for_time_period_in_state" },
        arguments: ownArguments("value_threshold_for_time_period_in_state", THRESHOLD),
        ...{ extraEmails: [], priority: "low", definedAt: NOW, createdAt: NOW },
      })
      .returning(),
  displays: () =>
    db()
      .insert(displays)
      .values({
        ...{ tokenHash: crypto.randomUUID(), customerId: customer, name: "Wall", locale: "es" },
        ...{ timeZone: "UTC", createdAt: NOW },
      })
      .returning(),
  samplers: newSampler,
  telemetry_definitions: async () => {
    const [sampler] = await newSampler();
    const samplerId = sampler!.id;
    return db()
      .insert(telemetryDefinitions)
      .values({
        ...{ samplerId, deviceId: device, machineKey: "DB1", humanKey: `tag_${samplerId}` },
        thresholdAnomalyDetectionEnabled: false,
        createdAt: NOW,
      })
      .returning();
  },
  measures: () =>
    db()
      .insert(measures)
      .values({
        ...{ deviceId: device, title: "Spare", humanKey: `spare_${crypto.randomUUID()}` },
        ...{ category: "printing", type: "float", precision: 0, createdAt: NOW },
      })
      .returning(),
  events: () =>
    db()
      .insert(events)
      .values({
        ...{ deviceId: device, name: "Jam", startAt: NOW - 60_000, endAt: NOW, createdAt: NOW },
        userId,
      })
      .returning(),
} satisfies Record<string, () => PromiseLike<{ id: number }[]>>;
type Kind = keyof typeof NEW;

type Row = {
  kind: Kind;
  call: string;
  body: object;
  /** What the other one does as soon as this one looked; `$id` is the thing's. */
  theirs: string;
  status?: number;
  read: string;
  both: Record<string, unknown>;
};

/** Stands for the id of the plant, which is there once the test runs. */
const PLANT = "the plant";
const ROWS: Record<string, Row> = {
  "an alarm's name and its priority": {
    kind: "alarms",
    call: "PUT /v1/alarms/$id",
    body: { name: "Too slow" },
    theirs: `update alarms set priority = 'high', extra_emails = '["kim@acme.example"]' where id = $id`,
    read: `select name, priority, extra_emails as mails from alarms where id = $id`,
    both: { name: "Too slow", priority: "high", mails: '["kim@acme.example"]' },
  },
  "an alarm's name and what it watches": {
    kind: "alarms",
    call: "PUT /v1/alarms/$id",
    body: { name: "Too slow" },
    theirs: `update alarms set arguments = json_set(arguments, '$.threshold', 50), defined_at = 7 where id = $id`,
    read: `select name, arguments ->> '$.threshold' as threshold, defined_at as since from alarms where id = $id`,
    both: { name: "Too slow", threshold: 50, since: 7 },
  },
  "an alarm's arguments and its kind, which do not fit any more": {
    kind: "alarms",
    call: "PUT /v1/alarms/$id",
    body: { arguments: { ...THRESHOLD, threshold: 45 } },
    theirs: `update alarms set function = 'no_data_for_time_period', arguments = '{"period":600000}' where id = $id`,
    read: `select function, arguments ->> '$.period' as period, arguments ->> '$.comp' as comp from alarms where id = $id`,
    both: { function: "no_data_for_time_period", period: 60_000, comp: null },
  },
  "a display's name and its zone": {
    kind: "displays",
    call: "PUT /v1/displays/$id",
    body: { name: "Hall 2" },
    theirs: `update displays set time_zone = 'Europe/Berlin', locale = 'en' where id = $id`,
    read: `select name, time_zone as zone, locale from displays where id = $id`,
    both: { name: "Hall 2", zone: "Europe/Berlin", locale: "en" },
  },
  "a display's name and its facilities": {
    kind: "displays",
    call: "PUT /v1/displays/$id",
    body: { name: "Hall 2" },
    theirs: `insert into display_facilities (display_id, facility_id) values ($id, $plant)`,
    read: `select name, (select count(*) from display_facilities where display_id = $id) as plants from displays where id = $id`,
    both: { name: "Hall 2", plants: 1 },
  },
  "a display that is gone meanwhile": {
    kind: "displays",
    call: "PUT /v1/displays/$id",
    body: { facility_ids: [PLANT] },
    theirs: `delete from displays where id = $id`,
    status: 404,
    read: `select count(*) as displays from displays where id = $id`,
    both: { displays: 0 },
  },
  "a sampler's name and its address": {
    kind: "samplers",
    call: "PUT /v1/samplers/$id",
    body: { name: "Line 1" },
    theirs: `update samplers set plc_address = '10.0.0.9', only_mapped_tags = 1 where id = $id`,
    read: `select name, plc_address as plc, only_mapped_tags as only from samplers where id = $id`,
    both: { name: "Line 1", plc: "10.0.0.9", only: 1 },
  },
  "a mapping's section and its name": {
    kind: "telemetry_definitions",
    call: "PUT /v1/telemetry_definitions/$id",
    body: { primary_section: "feeder" },
    theirs: `update telemetry_definitions set human_key = 'speed_2' where id = $id`,
    read: `select primary_section as section, human_key as name from telemetry_definitions where id = $id`,
    both: { section: "feeder", name: "speed_2" },
  },
  "a mapping's detection, and the bound that it needs": {
    kind: "telemetry_definitions",
    call: "PUT /v1/telemetry_definitions/$id",
    body: { threshold_anomaly_detection_enabled: true },
    theirs: `update telemetry_definitions set threshold_lower_bound_percentile = null where id = $id`,
    status: 422,
    read: `select threshold_anomaly_detection_enabled as detects from telemetry_definitions where id = $id`,
    both: { detects: 0 },
  },
  "a measure's title and its decimals": {
    kind: "measures",
    call: "PUT /v1/devices/$device/telem_disp_cfg/$id",
    body: { title: "Gap" },
    theirs: `update measures set precision = 2 where id = $id`,
    read: `select title, precision from measures where id = $id`,
    both: { title: "Gap", precision: 2 },
  },
  "a measure's codes, and its kind that has them": {
    kind: "measures",
    call: "PUT /v1/devices/$device/telem_disp_cfg/$id",
    body: { encoding: [], title: "Gap" },
    theirs: `update measures set type = 'encoded', encoding = '[{"from":"1","to":"On"}]' where id = $id`,
    status: 422,
    read: `select type, encoding from measures where id = $id`,
    both: { type: "encoded", encoding: '[{"from":"1","to":"On"}]' },
  },
  "an event's name and its notes": {
    kind: "events",
    call: "PATCH /v1/events/$id",
    body: { event: { name: "Paper jam" } },
    theirs: `update events set notes = 'Twice today' where id = $id`,
    read: `select name, notes from events where id = $id`,
    both: { name: "Paper jam", notes: "Twice today" },
  },
  "an event's end and its start": {
    kind: "events",
    call: "PATCH /v1/events/$id",
    body: { event: { end_at: NOW - 50_000 } },
    theirs: `update events set start_at = ${NOW - 40_000} where id = $id`,
    status: 422,
    read: `select end_at as ended from events where id = $id`,
    both: { ended: NOW },
  },
};

const filled = (text: string, id: number) =>
  text
    .replaceAll("$id", String(id))
    .replaceAll("$device", String(device))
    .replaceAll("$plant", String(plant))
    .replaceAll(`"${PLANT}"`, String(plant));

/** The database of one call; as soon as that wants to write the table, `first` happens, once. */
function meanwhile(table: string, first: () => Promise<unknown>) {
  const { $client: d1 } = db() as unknown as { $client: D1Database };
  let waits: "to look" | "to act" | "no more" = "to look";
  const client = new Proxy(d1, {
    get(target, name) {
      if (name === "prepare")
        return (text: string) => {
          if (waits === "to look" && text.startsWith(`update "${table}"`)) waits = "to act";
          return target.prepare(text);
        };
      if (name === "batch")
        return async (all: D1PreparedStatement[]) => {
          if (waits === "to act") {
            waits = "no more";
            await first();
          }
          return target.batch(all);
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { db: { $client: client } as never, isOver: () => waits === "no more" };
}

describe("of two who change one thing at once", () => {
  it.each(Object.entries(ROWS))("%s stand", async (_, row) => {
    const { id } = (await NEW[row.kind]())[0]!;
    const [method, path] = row.call.split(" ") as [string, string];
    const told = meanwhile(row.kind, () => db().run(sql.raw(filled(row.theirs, id))));
    const changes = () => db().$count(auditEntries);
    const before = await changes();
    const answer = await callApi({ db: told.db, now: NOW }, v1, filled(path, id), {
      ...{ method, token, body: JSON.parse(filled(JSON.stringify(row.body), id)) as object },
    });

    expect(told.isOver()).toBe(true);
    expect(answer.status, JSON.stringify(answer.body)).toBe(row.status ?? 200);
    expect(await db().get(sql.raw(filled(row.read, id)))).toEqual(row.both);
    expect((await changes()) - before).toBe(row.status ? 0 : 1);
  });
});
