/**
 * Two people who edit one thing: what somebody else changed while a form was open stays, unless it was touched in the form
 * as well. A form that changes a thing without a row here fails.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { alarms, users } from "#app/db/schema/index.ts";
import { UNTOUCHED } from "#app/domain/untouched.ts";
import { addThings, type Kind } from "./api-calls.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { openPages, visit } from "./factories/pages.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import { listFiles, readText } from "./house/source-files.ts";

const db = openTestDb();
let router: Awaited<ReturnType<typeof openPages>>;
let token: string;
let things: Record<Kind, number>;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedTestDemo(db());
  const row = (await db().select().from(users)).find(
    ({ email }) => email === "superuser@helios.example",
  )!;
  const session = await createSession(db(), actorOf(row));
  token = session.token;
  const [alarm] = await db()
    .insert(alarms)
    .values({
      ...{ deviceId: 1, name: "Slow", function: "value_threshold_for_time_period_in_state" },
      arguments: { tag_name: "machine_speed", period: 60_000, comp: "<", threshold: 40 },
      ...{ extraEmails: [], priority: "low", definedAt: NOW, createdAt: NOW },
    })
    .returning();
  things = { ...(await addThings(db(), "acme", session.actor)), alarms: alarm!.id };
  router = await openPages();
});
afterAll(() => void vi.useRealTimers());

type Row = {
  at: string;
  /** Whose id is sent along; the thing's own rows are found by it. */
  kind?: Kind;
  /** The form as it was opened. */
  shown: Record<string, string>;
  /** What was typed. */
  mine: Record<string, string>;
  /** What the other one did meanwhile; `$id` is the thing's. */
  theirs: string;
  /** What stands after both. */
  read: string;
  both: Record<string, unknown>;
};

const CONTACT = {
  contact_name: "Pat Lee",
  contact_email: "pat@acme.example",
  contact_phone: "+13175550142",
};

const ROWS: Record<string, Row> = {
  "configuration save": {
    at: "/machines/1/configuration",
    shown: {
      ...{ facility_id: "1", name: "Old", make: "Sun", model: "625", micro_stop_seconds: "90" },
      ...{ manufacturer_serial_number: "", kiwiplan: "no" },
    },
    mine: { name: "Printer 1" },
    theirs: `update devices set model = '925', manufacturer_serial_number = 'A7' where id = 1`,
    read: `select name, model, manufacturer_serial_number as serial from devices where id = 1`,
    both: { name: "Printer 1", model: "925", serial: "A7" },
  },
  "organizations save customer": {
    at: "/customers/1",
    shown: {
      ...{ name: "Acme", external_id: "", city: "Muncie", country: "usa", state: "IN", logo: "" },
      ...CONTACT,
    },
    mine: { city: "Gary" },
    theirs: `update customers set contact_name = 'Kim Day', external_id = 'C-7' where id = 1`,
    read: `select city, contact_name as contact, external_id as external from customers where id = 1`,
    both: { city: "Gary", contact: "Kim Day", external: "C-7" },
  },
  "organizations save facility": {
    at: "/customers/1/facilities/1",
    shown: {
      ...{ name: "Plant", city: "Muncie", country: "usa", state: "IN", sap_protocol: "none" },
      ...{ timezone: "America/New_York", ...CONTACT },
    },
    mine: { contact_name: "Kim Day" },
    theirs: `update facilities set name = 'Plant 1', sap_protocol = 'IP' where id = 1`,
    read: `select name, contact_name as contact, sap_protocol as sap from facilities where id = 1`,
    both: { name: "Plant 1", contact: "Kim Day", sap: "IP" },
  },
  "person-access save": {
    at: "/customers/1/users/4",
    shown: {
      ...{ first_name: "Ann", last_name: "Old", email: "user@acme.example", phone: "" },
      ...{ role: "user", locale: "" },
    },
    mine: { first_name: "Anna" },
    theirs: `update users set last_name = 'Day', notifications_email = 1, locale = 'es' where id = 4`,
    read: `select first_name as first, last_name as last, locale,
      notifications_email as mails from users where id = 4`,
    both: { first: "Anna", last: "Day", locale: "es", mails: 1 },
  },
  "answers details": {
    at: "/account",
    shown: {
      ...{ first_name: "Sam", last_name: "Old", email: "superuser@helios.example" },
      ...{ phone: "+13175550142", locale: "en", time_zone: "" },
    },
    mine: { first_name: "Samuel" },
    theirs: `update users set last_name = 'Day', time_zone = 'UTC', notifications_email = 1
      where email = 'superuser@helios.example'`,
    read: `select first_name as first, last_name as last, time_zone as zone,
      notifications_email as mails from users where email = 'superuser@helios.example'`,
    both: { first: "Samuel", last: "Day", zone: "UTC", mails: 1 },
  },
  "alarms update": {
    at: "/machines/1/alarm_forms",
    kind: "alarms",
    shown: {
      ...{ name: "Slow", function: "value_threshold_for_time_period_in_state" },
      ...{ tag_name: "machine_speed", period_s: "60", comp: "<", threshold: "40" },
      ...{ priority: "low", deadband: "", delay_off_s: "" },
    },
    mine: { period_s: "120" },
    theirs: `update alarms set priority = 'high', extra_emails = '["kim@acme.example"]',
      arguments = json_set(arguments, '$.threshold', 55, '$.deadband', 2) where id = $id`,
    read: `select priority, extra_emails as emails, json_extract(arguments, '$.period') as period,
      json_extract(arguments, '$.threshold') as threshold,
      json_extract(arguments, '$.deadband') as deadband from alarms where id = $id`,
    both: {
      ...{ priority: "high", emails: '["kim@acme.example"]', period: 120_000, threshold: 55 },
      deadband: 2,
    },
  },
  "displays save": {
    at: "/displays",
    kind: "displays",
    shown: { name: "Wall", facility_ids: "1", locale: "es", time_zone: "UTC" },
    mine: { name: "Wall of line 1" },
    theirs: `update displays set locale = 'en', time_zone = 'America/Chicago' where id = $id`,
    read: `select name, locale, time_zone as zone from displays where id = $id`,
    both: { name: "Wall of line 1", locale: "en", zone: "America/Chicago" },
  },
  "measures change": {
    at: "/machines/1/machine_health",
    kind: "measures",
    shown: {
      ...{ title: "Spare", human_key: "spare", category: "printing", type: "float", units: "" },
      precision: "0",
    },
    mine: { precision: "2" },
    theirs: `update measures set title = 'Spare drive', units = 'A', category = 'feeding'
      where id = $id`,
    read: `select title, units, category, precision from measures where id = $id`,
    both: { title: "Spare drive", units: "A", category: "feeding", precision: 2 },
  },
  "email-ccs change": {
    at: "/admin/notifications",
    kind: "notifications",
    shown: { name: "Kim", team: "Service", email: "kim@x.example" },
    mine: { team: "Sales" },
    theirs: `update email_ccs set name = 'Kim Day' where id = $id`,
    read: `select name, team from email_ccs where id = $id`,
    both: { name: "Kim Day", team: "Sales" },
  },
  "parts-quotes save": {
    at: "/admin/parts_quotes",
    kind: "quotes",
    shown: { state: "asked", note: "" },
    mine: { state: "answered" },
    theirs: `update parts_quotes set note = 'By mail' where id = $id`,
    read: `select state, note from parts_quotes where id = $id`,
    both: { state: "answered", note: "By mail" },
  },
  "samplers save-sampler": {
    at: "/machines/1/samplers",
    kind: "samplers",
    shown: { name: "Old", spec: "http", plc_address: "", plc_port: "" },
    mine: { name: "Gateway" },
    theirs: `update samplers set spec = 'http', plc_address = '10.0.0.7', only_mapped_tags = 1
      where id = $id`,
    read: `select name, plc_address as address, only_mapped_tags as mapped from samplers
      where id = $id`,
    both: { name: "Gateway", address: "10.0.0.7", mapped: 1 },
  },
  "samplers save-mapping": {
    at: "/machines/1/samplers",
    kind: "telemetry_definitions",
    shown: {
      ...{ parent: "DB1", child: "X", index: "", bit: "", human_key: "x", telemetry_type_id: "" },
      ...{ primary_section: "", threshold_lower_bound_percentile: "0.1" },
      threshold_upper_bound_percentile: "99.9",
    },
    mine: { human_key: "spare_current" },
    theirs: `update telemetry_definitions set machine_key = 'DB2.X', primary_section = 'feed',
      threshold_upper_bound_percentile = 95 where id = $id`,
    read: `select machine_key as machine, human_key as human, primary_section as section,
      threshold_upper_bound_percentile as upper from telemetry_definitions where id = $id`,
    both: { machine: "DB2.X", human: "spare_current", section: "feed", upper: 95 },
  },
  "events change": {
    at: "/machines/1/event_forms",
    kind: "events",
    shown: {
      name: "Jam",
      start_at: new Date(NOW - 60_000).toISOString(),
      end_at: new Date(NOW).toISOString(),
      notes: "",
    },
    mine: { name: "Jam of board" },
    theirs: `update events set notes = 'At the feed' where id = $id`,
    read: `select name, notes from events where id = $id`,
    both: { name: "Jam of board", notes: "At the feed" },
  },
};

/** A form's answer, up to the next one. */
const ANSWER = /\banswer(Form|Change)\(\{\s*intent: "([\w-]+)"[^]*?(?=\banswer[A-Z]\w+\(|$)/g;
const answers = ["app/features", "app/routes"]
  .flatMap((folder) => listFiles(folder))
  .filter((path) => path.endsWith(".server.ts"))
  .flatMap((path) =>
    [...readText(path).matchAll(ANSWER)].map(([text, how, intent]) => ({
      name: [path.replace(/^.*\//, "").replace(/(?:\.page)?\.server\.ts$/, ""), intent].join(" "),
      isChange: how === "Change",
      changes: /\b(?:update|change)[A-Z]\w*\(/.test(text),
    })),
  );
/** What begins empty whatever is stored. */
const BEGINS_EMPTY = ["answers password"];

it("has a row for each form that changes a thing", () => {
  const rows = Object.keys(ROWS).map((name) => name.split(" ").slice(0, 2).join(" "));
  const changes = answers.filter(({ isChange }) => isChange).map(({ name }) => name);
  expect(rows.sort()).toEqual(changes.sort());
});

it("is asked of each form whose use case changes something: answerChange, not answerForm", () => {
  const others = answers.filter(({ isChange, changes }) => changes && !isChange);
  expect(others.map(({ name }) => name)).toEqual(BEGINS_EMPTY);
});

const NOT_SHOWN = [
  ...["notifications_email", "make", "facility_ids", "only_mapped_tags", "extra_emails"],
  ...["machine_states", "uts_ad_enabled", "threshold_ad_enabled", "source", "sampler_id"],
  ...["awaits_first", "sap"],
];
const idOf = ({ kind }: Row): Record<string, string> =>
  kind === undefined ? {} : { id: String(things[kind]) };
const ofThing = (row: Row, text: string) =>
  sql.raw(text.replaceAll("$id", row.kind === undefined ? "" : String(things[row.kind])));
const send = (row: Row, name: string, more: Record<string, string>) =>
  visit(router.handle, { db: db(), now: NOW }, row.at, {
    token,
    form: { intent: name.split(" ")[1]!, ...idOf(row), ...row.shown, ...more },
  });

it.each(Object.keys(ROWS))("%s keeps what somebody else changed meanwhile", async (name) => {
  const row = ROWS[name]!;
  await db().run(ofThing(row, row.theirs));
  // A form that is not touched at all changes nothing; what it does not show, such as a box that is off, is named as well.
  const fields = [...Object.keys(row.shown), ...NOT_SHOWN, "no_such_field"];
  const before = await db().all(ofThing(row, row.read));
  const none = await send(row, name, { [UNTOUCHED]: fields.join() });
  expect([none.status, await db().all(ofThing(row, row.read))]).toEqual([200, before]);

  const untouched = fields.filter((field) => !(field in row.mine)).join();
  const answer = await send(row, name, { ...row.mine, [UNTOUCHED]: untouched });
  expect([answer.status, await db().all(ofThing(row, row.read))]).toEqual([200, [row.both]]);
});

it("is the whole form's without scripts", async () => {
  const row = ROWS["configuration save"]!;
  await db().run(ofThing(row, row.theirs));
  await send(row, "configuration save", row.mine);
  expect(await db().all(ofThing(row, row.read))).toEqual([
    { name: "Printer 1", model: "625", serial: null },
  ]);
});

it("is checked as a whole with what the other one changed", async () => {
  const row = ROWS["organizations save customer"]!;
  await db().run(sql`update customers set country = 'mexico', state = 'JAL' where id = 1`);
  const untouched = Object.keys(row.shown).filter((field) => field !== "state");
  const answer = await send(row, "organizations save customer", {
    state: "OH",
    [UNTOUCHED]: untouched.join(),
  });
  expect(answer.status).toBe(422);
  expect(await db().all(sql`select country, state from customers where id = 1`)).toEqual([
    { country: "mexico", state: "JAL" },
  ]);
});
