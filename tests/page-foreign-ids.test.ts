/**
 * Whatever a page's form names by an id: an id of somebody else's is answered in every byte like one that does not exist,
 * and changes as little. A form without a row here fails, and so does a row that forgets a field which names something.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { seedDemo } from "#app/db/seed/demo.ts";
import { users } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DELETE_AND_LEAVE } from "#app/kit/forms/read-again.ts";
import { addThings, type Kind, type Things } from "./api-calls.ts";
import { allRows, changedTables } from "./factories/all-rows.ts";
import { openTestDb } from "./factories/db.ts";
import { openPages, visit } from "./factories/pages.ts";
import { createSession, NOW } from "./factories/people.ts";
import { listFiles, readText } from "./house/source-files.ts";

const asked = vi.hoisted(() => [] as { intent: string; schema: unknown }[]);
vi.mock(import("#app/pages/answer-form.server.ts"), async (original) => {
  const real = await original();
  const answerForm = ((question: { intent: string; schema: z.ZodType }) => {
    asked.push(question);
    return real.answerForm(question as never);
  }) as typeof real.answerForm;
  return {
    ...real,
    answerForm,
    answerChange: ((question: { intent: string; schema: z.ZodType }) => {
      asked.push(question);
      return real.answerChange(question as never);
    }) as typeof real.answerChange,
    answerRemoval: (intent, form, run) => {
      asked.push({ intent, schema: null });
      return real.answerRemoval(intent, form, run);
    },
  };
});

const db = openTestDb();
const people = new Map<string, { actor: Actor; token: string }>();
const MISSING = 987_654;
let router: Awaited<ReturnType<typeof openPages>>;
let OWN: Things;
let THEIRS: Things;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedDemo(db(), { now: NOW, makeKey: () => `hsk_${crypto.randomUUID()}` });
  for (const row of await db().select().from(users)) {
    const { id: userId, role, customerId, make } = row;
    const actor = { userId, sessionId: 0, role, customerId, make, facilityIds: [] };
    people.set(row.email, await createSession(db(), actor));
  }
  router = await openPages();
  OWN = await addThings(db(), "acme", people.get("admin@acme.example")!.actor);
  THEIRS = await addThings(db(), "globex", people.get("admin@globex.example")!.actor);
});
afterAll(() => void vi.useRealTimers());

type Row = {
  /** Where the form is sent. */
  at: string;
  form?: Record<string, string>;
  /** The fields that name something, and what kind of thing each names. */
  ids?: Record<string, Kind>;
  /** Who sends it may not: the form is not read. */
  isRefused?: true;
  /** Fields that name what is everybody's who may send it. */
  free?: string[];
  /** Who sends it, where not the customer's admin. */
  as?: string;
  /** Somebody else's of every kind, where that is not the other customer's. */
  theirs?: number;
};
const ADMIN = "admin@acme.example";
const SUPERUSER = "superuser@helios.example";
const OEM = "oem@helios.example";
const tab = (name: string, form: Record<string, string> = {}): Row => ({
  at: `/machines/1/${name}`,
  form,
});
const one = (name: string, kind: Kind, form: Record<string, string> = {}): Row => ({
  ...tab(name, form),
  ids: { id: kind },
});
const ALARM = {
  name: "Mine",
  function: "value_threshold_for_time_period_in_state",
  tag_name: "machine_speed",
  period: "1",
  comp: ">",
  threshold: "1",
};
const SILENCE = {
  name: "Mine",
  function: "no_data_for_time_period",
  source: "sampler",
  period: "600",
};
const MAPPING = { parent: "DB1", human_key: "mine" };
const MEASURE = { title: "Mine", human_key: "x", category: "printing", type: "float" };
const PERSON = { first_name: "New", last_name: "One", email: "more@x.example", role: "user" };
const EVENT = {
  name: "Mine",
  start_at: "2026-11-18T08:00:00Z",
  end_at: "2026-11-18T09:00:00Z",
};
const PLACE = { name: "Mine" };
const user = (form: Record<string, string> = {}): Row => ({ at: "/customers/1/users/4", form });
const SERVICE = "/customers/1/service-accounts";

/** By file and intent; of what stands on several pages, each. */
const FORMS: Record<string, Row[]> = {
  "alarms create": [{ ...tab("alarm_forms", SILENCE), ids: { sampler_id: "samplers" } }],
  "alarms update": [
    { ...one("alarm_forms", "alarms", ALARM), free: ["sampler_id"] },
    { ...tab("alarm_forms", SILENCE), ids: { id: "alarms", sampler_id: "samplers" } },
  ],

  "alarms delete": [one("alarm_forms", "alarms")],
  "alarms acknowledge": [one("alarm_forms", "alarms", { note: "Seen" })],
  "alarms shelve": [
    {
      ...tab("alarm_forms", { for: "maintenance", reason: "Mine" }),
      ids: { id: "alarms", maintenance_id: "maintenances" },
    },
  ],
  "alarms unshelve": [one("alarm_forms", "alarms")],
  "annotations add": [tab("annotation_forms")],
  "annotations delete": [one("annotation_forms", "annotations")],
  "saved-questions save": [tab("question_forms")],
  "saved-questions delete": [one("question_forms", "saved_questions")],
  "comments post": [tab("comment_list", { text: "Mine" })],
  "comments hide": [one("comment_list", "comments")],
  "comments delete": [one("comment_list", "comments")],
  "configuration save": [{ ...tab("configuration", PLACE), ids: { facility_id: "facilities" } }],
  "configuration refresh": [tab("configuration")],
  "configuration retire": [tab("configuration")],
  "configuration restore": [tab("configuration")],
  "configuration delete-and-leave": [
    { at: "/machines/12/configuration", ids: { device_id: "devices" }, as: OEM, theirs: 8 },
  ],
  "displays pair": [
    {
      at: "/displays",
      form: { code: "CDF HJK", name: "Mine", locale: "en", time_zone: "UTC" },
      ids: { facility_ids: "facilities" },
    },
  ],
  "displays save": [
    {
      at: "/displays",
      form: { name: "Mine", locale: "en", time_zone: "UTC" },
      ids: { id: "displays", facility_ids: "facilities" },
    },
  ],
  "displays revoke": [{ at: "/displays", ids: { id: "displays" } }],
  "events report": [tab("event_forms", EVENT)],
  "events change": [one("event_forms", "events", EVENT)],
  "enrollment add": [{ at: "/machines", free: ["facility_id"], as: SUPERUSER }],
  "enrollment key": [{ at: "/enrollment_keys", as: SUPERUSER }],
  "enrollment end-key": [
    { at: "/enrollment_keys", form: { name: "Plant", id: "1" }, free: ["id"], as: SUPERUSER },
  ],
  "email-ccs add": [{ at: "/admin/notifications", as: SUPERUSER }],
  "email-ccs change": [{ at: "/admin/notifications", free: ["id"], as: SUPERUSER }],
  "email-ccs delete": [{ at: "/admin/notifications", free: ["id"], as: SUPERUSER }],
  "maintenance add": [tab("maintenance", { kind: "x" })],
  "maintenance add_custom": [tab("maintenance")],
  "maintenance snooze": [
    one("maintenance", "maintenances", { snoozed_until: "2026-12-01", snooze_reason: "Mine" }),
  ],
  "maintenance unsnooze": [one("maintenance", "maintenances")],
  "maintenance delete": [one("maintenance", "maintenances")],
  "maintenance complete": [one("maintenance", "maintenances", { performed_at: "2026-11-18" })],
  "parts-quotes save": [{ at: "/admin/parts_quotes", free: ["id"], as: SUPERUSER }],
  "measures add": [tab("machine_health", MEASURE)],
  "measures change": [one("machine_health", "measures", MEASURE)],
  "measures delete": [one("machine_health", "measures")],
  "measures reset": [tab("machine_health")],
  "measures seen": [tab("machine_health")],
  "measures unseen": [one("machine_health", "measures")],
  "organizations save": [
    { at: "/customers/1", form: PLACE, as: SUPERUSER },
    { at: "/customers/1", form: PLACE, isRefused: true },
    { at: "/customers/1/facilities/1", form: PLACE, as: SUPERUSER },
    { at: "/customers/1/facilities/1", form: PLACE, isRefused: true },
    { at: "/customers/1/facilities/new", form: PLACE, as: SUPERUSER },
    { at: "/customers/1/facilities/new", form: PLACE, isRefused: true },
  ],
  "organizations delete-and-leave": [
    { at: "/customers/1", isRefused: true },
    { at: "/customers/1/facilities/1", isRefused: true },
  ],
  "api-tokens create-token": [{ at: "/account" }],
  "api-tokens revoke-token": [{ at: "/account", ids: { id: "api_tokens" } }],
  "person-access save": [
    {
      at: "/customers/1/users/new",
      form: PERSON,
      ids: { facility_ids: "facilities" },
      free: ["customer_id"],
    },
    { ...user(PERSON), ids: { facility_ids: "facilities" } },
  ],
  "person-access many": [
    {
      at: "/customers/1/users/many",
      form: { csv: "first_name,last_name,email\nNew,One,many@x.example", step: "look" },
    },
  ],
  "person-access reset": [user()],
  "person-access unlock": [user()],
  "person-access deactivate": [user()],
  "password password": [{ at: "/login/reset-password-authed" }],
  "person-access activate": [user()],
  "person-access invite-again": [user()],
  "person-access delete-and-leave": [user()],
  "person-access delete": [{ at: "/customers/1/users", ids: { id: "users" } }],
  "service-accounts create-service": [{ at: SERVICE }],
  "service-accounts end-service": [{ at: SERVICE, ids: { id: "service_accounts" } }],
  "service-accounts rotate-service": [
    { at: SERVICE, form: { expires_in_days: "30" }, ids: { id: "service_accounts" } },
  ],
  "samplers add-sampler": [tab("samplers", { name: "Mine", spec: "http" })],
  "samplers save-sampler": [one("samplers", "samplers", { name: "Mine", spec: "http" })],
  "samplers rotate-key": [one("samplers", "samplers", { name: "Mine" })],
  "samplers delete-sampler": [one("samplers", "samplers", { name: "Mine" })],
  "samplers add-mapping": [{ ...tab("samplers", MAPPING), ids: { sampler_id: "samplers" } }],
  "samplers save-mapping": [one("samplers", "telemetry_definitions", MAPPING)],
  "samplers delete-mapping": [one("samplers", "telemetry_definitions", { name: "Mine" })],
  "samplers forget-metrics": [tab("samplers")],
  "answers end-session": [{ at: "/account", ids: { id: "sessions" } }],
  "answers end-others": [{ at: "/account" }],
  "answers withdraw-email": [{ at: "/account" }],
  "answers details": [{ at: "/account" }],
  "answers password": [{ at: "/account" }],
};

const INTENT =
  /\bintent: (?:"([\w-]+)"|(DELETE_AND_LEAVE))|\banswer(?:Removal)?\((?:"([\w-]+)"|(DELETE_AND_LEAVE))/g;
/** The kit's own form changes nothing. */
const listed = ["app/features", "app/routes"]
  .flatMap((folder) => listFiles(folder))
  .filter((path) => path.endsWith(".server.ts") && !path.endsWith("/sample.page.server.ts"))
  .flatMap((path) =>
    [...readText(path).matchAll(INTENT)].map(([, intent, , short]) =>
      [
        path.replace(/^.*\//, "").replace(/(?:\.page)?\.server\.ts$/, ""),
        intent ?? short ?? DELETE_AND_LEAVE,
      ].join(" "),
    ),
  );

const NAMES_SOMETHING =
  /^(?:device|customer|facility|sampler|user|maintenance|alarm|event|annotation|mapping|display)s?_ids?$|^(?:device|sampler|alarm|id)$/;
const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodType
    ? Object.keys(
        (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ??
          {}) as object,
      )
    : ["id"];

/** What the form is answered, without the id that it named. */
async function send({ at, form = {}, as = ADMIN }: Row, intent: string, id: number) {
  const answer = await visit(router.handle, { db: db(), now: NOW }, `${at}.data`, {
    token: people.get(as)!.token,
    form: { ...form, intent },
  });
  const body = answer.body === "" ? [] : (JSON.parse(answer.body) as unknown[]);
  const isId = (value: unknown) => value === id || value === String(id);
  return { ...answer, body: body.map((value) => (isId(value) ? "ID" : value)) };
}

/** The path's own ids, and what else stands there. */
const OTHERS: [own: RegExp, theirs: string][] = [
  [/\/machines\/1(?=\/|$)/, "/machines/7"],
  [/\/customers\/1(?=\/|$)/, "/customers/2"],
  [/\/users\/4$/, "/users/6"],
  [/\/facilities\/1$/, "/facilities/3"],
];

describe("every form of a page", () => {
  it("has its rows", () => {
    expect(Object.keys(FORMS).sort()).toEqual([...new Set(listed)].sort());
  });

  it.each(Object.entries(FORMS))(
    "%s: what is somebody else's is as if it were not there",
    async (key, rows) => {
      const intent = key.split(" ")[1]!;
      for (const row of rows) {
        const { ids = {}, form = {}, free = [] } = row;
        const own = Object.fromEntries(
          Object.entries(ids).map(([field, kind]) => [field, String(OWN[kind])]),
        );
        const before = await allRows(db());
        for (const [field, kind] of Object.entries(ids)) {
          asked.length = 0;
          const named = (id: number) =>
            send({ ...row, form: { ...own, ...form, [field]: String(id) } }, intent, id);
          const theirs = await named(row.theirs ?? THEIRS[kind]);
          expect([field, theirs]).toEqual([field, await named(MISSING)]);
          expect(theirs.body).not.toEqual([]);
        }
        if (Object.keys(ids).length === 0) {
          asked.length = 0;
          await send(row, intent, MISSING);
        }
        expect(asked.some((each) => each.intent === intent)).toBe(!row.isRefused);
        const names = asked
          .flatMap(({ schema }) => fieldsOf(schema))
          .filter((name) => NAMES_SOMETHING.test(name));
        expect(names.filter((name) => !(name in ids) && !free.includes(name))).toEqual([]);
        for (const [path, other] of OTHERS) {
          if (!path.test(row.at) || row.as === SUPERUSER) continue;
          const moved = (to: string, id: number) =>
            send({ ...row, at: row.at.replace(path, to), form: { ...own, ...form } }, intent, id);
          const missing = other.replace(/\d+/, String(MISSING));
          const [theirs, none] = [
            await moved(other, Number(/\d+/.exec(other)![0])),
            await moved(missing, MISSING),
          ];
          expect([other, theirs]).toEqual([other, none]);
        }
        if (Object.keys(ids).length > 0 || row.isRefused)
          expect(changedTables(before, await allRows(db()))).toEqual([]);
      }
    },
  );
});
