/**
 * Fifty at once: every limit of how many there may be, and every act that may happen once, is decided by the statement
 * that writes. The tables below have a row for each of domain/limits.ts, and nothing that counts stands outside of it.
 */
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  alarms,
  auditEntries,
  burnRates,
  displays,
  emailChanges,
  enrollmentKeys,
  maintenanceHistory,
  maintenances,
  outboxMessages,
  partsQuoteLinks,
  passwordTokens,
  phoneCodes,
  rateLimits,
  samplerKeys,
  samplers,
  serviceAccounts,
  serviceTiers,
  snoozeHistories,
  users,
} from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import {
  createCustomer as addCustomer,
  deleteCustomer,
} from "#app/features/organizations/customers.server.ts";
import {
  createFacility as addFacility,
  deleteFacility,
} from "#app/features/organizations/facilities.server.ts";
import { deletePerson } from "#app/features/people/delete-person.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import {
  COUNT_LIMITS,
  ONE_TIME_ACTS,
  RATE_LIMITS,
  type CountLimit,
  type OneTimeAct,
} from "#app/domain/limits.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { AppError } from "#app/domain/errors.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { createAlarm, deleteAlarm } from "#app/features/alarms/define-alarm.server.ts";
import { newAlarm } from "#app/features/alarms/alarm.ts";
import { acknowledgeAlarm, unshelveAlarm } from "#app/features/alarms/handle-alarm.server.ts";
import { countRefusal } from "#app/platform/audit/count-refusal.server.ts";
import {
  restoreFacility,
  restoreMachine,
  retireFacility,
  retireMachine,
} from "#app/features/configuration/retire-machine.server.ts";
import { requireCallLeft } from "#app/api/caller.server.ts";
import { windowOf } from "#app/domain/access/service-account.ts";
import { findCaller } from "#app/platform/access/find-caller.server.ts";
import { invitePerson } from "#app/features/people/invite-person.server.ts";
import { newPerson } from "#app/features/people/person.ts";
import {
  createServiceAccount,
  endServiceAccount,
} from "#app/features/people/service-accounts.server.ts";
import type { AuditAction } from "#app/domain/access/audit.ts";
import {
  addAnnotation,
  deleteAnnotation,
} from "#app/features/analytics/annotations/annotations.server.ts";
import {
  deleteSavedQuestion,
  saveQuestion,
} from "#app/features/analytics/saved/saved-questions.server.ts";
import { replaceMachine } from "#app/features/configuration/replace-machine.server.ts";
import { deleteComment, hideComment, postComment } from "#app/features/comments/comments.server.ts";
import { claimDisplay, revokeDisplay } from "#app/features/displays/displays.server.ts";
import { pairDisplay, startPairing } from "#app/features/displays/pairing.server.ts";
import { reportEvent } from "#app/features/events/report-event.server.ts";
import type { ReportEvent } from "#app/features/events/schemas.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { enrollMachine } from "#app/features/enrollment/enroll-machine.server.ts";
import {
  createEnrollmentKey,
  endEnrollmentKey,
} from "#app/features/enrollment/enrollment-keys.server.ts";
import { enrollmentSchema } from "#app/features/enrollment/schemas.server.ts";
import {
  createMeasure,
  deleteMeasure,
  listMeasures,
  resetMeasures,
} from "#app/features/measures/measures.server.ts";
import { addEmailCc, deleteEmailCc } from "#app/features/mail/email-ccs.server.ts";
import { retryMessage } from "#app/features/mail/retry-message.server.ts";
import { addMaintenance } from "#app/features/maintenance/add-maintenance.server.ts";
import { requestPartsQuote } from "#app/features/maintenance/request-parts-quote.server.ts";
import { deleteMaintenance } from "#app/features/maintenance/delete-maintenance.server.ts";
import {
  completeMaintenance,
  snoozeMaintenance,
  unsnoozeMaintenance,
} from "#app/features/maintenance/update-maintenance.server.ts";
import { acceptTerms } from "#app/features/people/accept-terms.server.ts";
import { createApiToken, revokeApiToken } from "#app/features/people/api-tokens.server.ts";
import {
  confirmEmailChange,
  withdrawEmailChange,
} from "#app/features/people/change-email.server.ts";
import { createFirstSuperuser } from "#app/features/people/create-first-superuser.server.ts";
import { endAllOtherSessions, endSession } from "#app/features/people/list-sessions.server.ts";
import {
  activateUser,
  deactivateUser,
  forcePasswordReset,
  unlockUser,
} from "#app/features/people/manage-access.server.ts";
import { issuePasswordReset } from "#app/features/people/request-password-reset.server.ts";
import { setPasswordByToken } from "#app/features/people/set-password.server.ts";
import {
  reserveAddress,
  reserveAttempt,
  lockAfterFailures,
} from "#app/features/people/sign-in-attempts.server.ts";
import { signOut } from "#app/features/people/sign-out.server.ts";
import { setNotificationsEmail } from "#app/features/people/subscription.server.ts";
import { confirmPhoneCode, sendPhoneCode } from "#app/features/people/verify-phone.server.ts";
import type { ReportFile } from "#app/features/reports/files/report-file.server.ts";
import { makeInTurn } from "#app/features/reports/report-turn.server.ts";
import { mapMany } from "#app/features/samplers/map-many.server.ts";
import { createMapping } from "#app/features/samplers/create-mapping.server.ts";
import { createSampler } from "#app/features/samplers/create-sampler.server.ts";
import { deleteMapping } from "#app/features/samplers/delete-mapping.server.ts";
import { deleteSampler } from "#app/features/samplers/delete-sampler.server.ts";
import { createMappingSchema, createSamplerSchema } from "#app/features/samplers/schemas.ts";
import { updateMapping } from "#app/features/samplers/update-mapping.server.ts";
import { consumeLimit } from "#app/platform/rate-limit.server.ts";
import { openTestDb } from "./factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "./factories/people.ts";
import { partsOf, reaches } from "./house/parts-of-file.ts";
import { isTest, listFiles, readText } from "./house/source-files.ts";

vi.mock(import("#app/db/secrets.ts"), async (original) =>
  (await import("./factories/cheap-hash.ts")).hashCheaply(await original()),
);

const AT_ONCE = 50;
const PASSWORD = "a quiet line at dawn";
const db = openTestDb();
const deps = () => ({
  db: db(),
  now: NOW,
  address: null,
  publicOrigin: "https://helios.test",
  endSockets: () => Promise.resolve(),
  linkSecret: () => Promise.resolve("s"),
  jobs: { send: () => Promise.resolve() },
  recorder: () => ({
    configure: () => Promise.resolve(),
    home: () => Promise.resolve(1),
    moveTo: () => Promise.resolve(true),
  }),
  machineChanged: () => {},
  accessChanged: () => {},
});
let customerId: number;
let facilityId: number;
let superuser: Actor;
beforeAll(async () => {
  await db().insert(serviceTiers).values({ id: 1, name: "With", ui: true, maintenance: true });
  customerId = await createCustomer(db());
  facilityId = await createFacility(db(), customerId);
  superuser = (await createSession(db(), (await createUser(db(), { role: "superuser" })).actor))
    .actor;
});

const signedIn = async () =>
  (await createSession(db(), (await createUser(db(), { role: "user", customerId })).actor)).actor;
const rowOf = async (id: number) =>
  (await db().select().from(users).where(eq(users.id, id)).get())!;
const countOf = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await db().get<{ n: number }>(sql`select count(*) as n from ${query}`)).n;
const toldOf = async (action: AuditAction, subjectId?: number) =>
  (
    await db()
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.action, action),
          subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
        ),
      )
  ).length;

/** How many of fifty at once came through. */
async function runAtOnce(act: (n: number) => Promise<unknown>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => act(n)));
  const bugs = results.filter(
    (one) => one.status === "rejected" && (one.reason as Error).name !== "AppError",
  );
  expect(bugs).toEqual([]);
  return results.filter(({ status }) => status === "fulfilled").length;
}

/** Rows by one statement: `n` counts them. */
const numbers = (count: number) =>
  sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select`;
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

async function newSampler(): Promise<{ samplerId: number; deviceId: number }> {
  const { id: deviceId } = await createMachine(db(), { facilityId });
  const [row] = await db()
    .insert(samplers)
    .values({ deviceId, name: "S", spec: "http", createdAt: NOW, updatedAt: NOW })
    .returning({ id: samplers.id });
  return { samplerId: row!.id, deviceId };
}
const fillMappings = (of: { samplerId: number; deviceId: number }, count: number, uts: boolean) =>
  db().run(
    sql`insert into telemetry_definitions (sampler_id, device_id, machine_key, human_key, uts_anomaly_detection_enabled, created_at) ${numbers(count)} ${of.samplerId}, ${of.deviceId}, 'Before' || n, 'before_' || n, ${uts ? 1 : 0}, ${NOW} from numbers`,
  );
const newMapping = (samplerId: number, n: number, uts: boolean) =>
  createMappingSchema.parse({
    sampler_id: samplerId,
    machine_key: `New${n}`,
    human_key: `new_${n}`,
    uts_anomaly_detection_enabled: uts,
  });
/** One mapping each, by the act for many. */
async function mapManyAtOnce(most: number, uts: boolean) {
  const of = await newSampler();
  await fillMappings(of, most - LEFT, uts);
  const before = await toldOf("sampler.mappings_changed");
  const through = await runAtOnce(async (n) => {
    const { isDone } = await mapMany({ ...deps(), actor: superuser }, of.samplerId, {
      rows: [{ machineKey: `New${n}`, humanKey: `new_${n}`, utsAnomalyDetectionEnabled: uts }],
      skipsTaken: false,
      isTrial: false,
    });
    if (!isDone) throw new AppError("forbidden");
  });
  return {
    room: LEFT,
    through,
    stored: await countOf(sql`telemetry_definitions where device_id = ${of.deviceId}`),
    told: (await toldOf("sampler.mappings_changed")) - before,
  };
}
const anyAlarm = (name: string) =>
  newAlarm.parse({
    name,
    function: "value_threshold_for_time_period_in_state",
    arguments: { tag_name: "machine_speed", period: 1_000, comp: ">", threshold: 1 },
  });
async function newAlarmRow(more: Partial<typeof alarms.$inferInsert>): Promise<{ id: number }> {
  const { id: deviceId } = await createMachine(db(), { facilityId });
  const { function: kind, arguments: wanted } = anyAlarm("A");
  const row = { deviceId, name: "A", function: kind, arguments: wanted as never, createdAt: NOW };
  const [made] = await db()
    .insert(alarms)
    .values({ ...row, ...more })
    .returning({ id: alarms.id });
  return made!;
}
const startScreen = () => startPairing({ ...deps(), address: newToken() }, null);
const newGateway = (serial_number: string) =>
  enrollmentSchema.parse({
    serial_number,
    make: "Sun",
    model: "M",
    sampler: { name: "Gateway", spec: "http" },
  });
const newMeasureOf = (humanKey: string) => ({
  humanKey,
  title: "New",
  units: "",
  precision: 1,
  category: "converting" as const,
  type: "float" as const,
  encoding: null,
});
const DISPLAY = { name: "Hall", locale: "en" as const, timeZone: "UTC" };

/** `stored`: what is in the database afterwards. `room`: how many of fifty must come through. */
type CountRace = () => Promise<{ room: number; through: number; stored: number; told?: number }>;
const LEFT = 7;
const QUESTION = { name: "Belts", search: "metrics=machine_speed", isShared: false };
const EVENT: Omit<ReportEvent, "device_id"> = {
  ...{ name: "Paper jam", start_at: NOW - 2, end_at: NOW - 1, notes: null, interventions: [] },
  ...{ downtime_start_at: null, downtime_end_at: null },
};
const NOTE = { text: "Belt", kind: "note" as const, startTime: NOW - 1, endTime: NOW };

/** Adds custom ones at once to a machine that has some already. */
async function addMaintenancesAtOnce(most: number, held: number, actor: Actor) {
  const { id: deviceId } = await createMachine(db(), { facilityId, serviceTierId: 1 });
  await db().run(
    sql`insert into maintenances (device_id, name, kind, type, verbs, target, actions, cutoff_value, basic_type, created_at) ${numbers(held)} ${deviceId}, 'Before ' || n, 'custom', 'replacement', '{}', 'x', '[]', 20, 1, ${NOW} from numbers`,
  );
  const before = await toldOf("maintenance.added");
  const through = await runAtOnce((n) =>
    addMaintenance({ ...deps(), actor }, deviceId, {
      kind: "custom",
      doubleUp: null,
      custom: { name: `New ${n}`, cutoffValue: 20, lifeHours: 240 },
    }),
  );
  return {
    room: most - held,
    through,
    stored: await countOf(sql`maintenances where device_id = ${deviceId}`),
    told: (await toldOf("maintenance.added")) - before,
  };
}

const makeService = (of: number, name: string) =>
  createServiceAccount({ ...deps(), actor: superuser }, of, {
    ...{ name, scopes: ["read:series"], expiresInDays: 9 },
  });

const CONTACT = {
  contact_name: "A B",
  contact_email: "a@b.example",
  contact_phone: "+15555550100",
};
const CUSTOMER = {
  ...{ ...CONTACT, external_id: null, logo: null },
  ...{ city: "C", state: "TN", country: "usa" as const },
};
const PLANT = {
  ...{ ...CONTACT, sap_protocol: "none" as const, timezone: "America/Chicago" },
  ...{ city: "C", state: "TN", country: "usa" as const },
};

const COUNT_RACES: Record<CountLimit, CountRace> = {
  maintenances: () =>
    addMaintenancesAtOnce(
      COUNT_LIMITS.maintenances.most,
      COUNT_LIMITS.maintenances.most - LEFT,
      superuser,
    ),
  async maintenances_limited() {
    const { actor } = await createUser(db(), { role: "admin", customerId });
    return addMaintenancesAtOnce(COUNT_LIMITS.maintenances_limited.most, 1, actor);
  },
  async api_tokens() {
    const actor = await signedIn();
    const make = (name: string) =>
      createApiToken({ ...deps(), actor }, { name, scopes: ["read:series"], expiresInDays: 9 });
    for (let n = LEFT; n < COUNT_LIMITS.api_tokens.most; n++) await make(`before ${n}`);
    const before = await toldOf("api_token.created");
    const through = await runAtOnce((n) => make(`token ${n}`));
    const stored = await countOf(sql`api_tokens where user_id = ${actor.userId}`);
    return { room: LEFT, through, stored, told: (await toldOf("api_token.created")) - before };
  },
  async customers() {
    const held = COUNT_LIMITS.customers.most - LEFT - (await countOf(sql`customers`));
    await db().run(
      sql`insert into customers (name, city, contact_name, contact_email, contact_phone, created_at) ${numbers(held)} 'Before', 'C', 'A', 'a@b.example', '1', ${NOW} from numbers`,
    );
    const before = await toldOf("customer.created");
    const through = await runAtOnce((n) => addCustomer(boss(), { ...CUSTOMER, name: `New ${n}` }));
    const stored = await countOf(sql`customers`);
    await db().run(sql`delete from customers where name = 'Before' or name like 'New %'`);
    return { room: LEFT, through, stored, told: (await toldOf("customer.created")) - before };
  },
  async facilities() {
    const { most } = COUNT_LIMITS.facilities;
    const own = await createCustomer(db());
    await db().run(
      sql`insert into facilities (customer_id, name, city, state, country, timezone, contact_name, contact_email, contact_phone, created_at) ${numbers(most - LEFT)} ${own}, 'Before', 'C', 'TN', 'usa', 'UTC', 'A', 'a@b.example', '1', ${NOW} from numbers`,
    );
    const before = await toldOf("facility.created");
    const through = await runAtOnce((n) =>
      addFacility(boss(), own, { ...PLANT, name: `New ${n}` }),
    );
    const stored = await countOf(sql`facilities where customer_id = ${own}`);
    return { room: LEFT, through, stored, told: (await toldOf("facility.created")) - before };
  },
  async people() {
    const { most } = COUNT_LIMITS.people;
    const own = await createCustomer(db());
    await db().run(
      sql`insert into users (customer_id, first_name, last_name, email, role, created_at) ${numbers(most - LEFT)} ${own}, 'A', 'B', ${own} || 'p' || n || '@x.example', 'user', ${NOW} from numbers`,
    );
    const before = await toldOf("user.created");
    const through = await runAtOnce((n) =>
      invitePerson(
        { ...deps(), actor: superuser },
        newPerson.parse({
          ...{ first_name: "New", last_name: "One", email: `${own}new${n}@x.example` },
          ...{ role: "user", customer_id: own },
        }),
      ),
    );
    const stored = await countOf(sql`users where customer_id = ${own}`);
    return { room: LEFT, through, stored, told: (await toldOf("user.created")) - before };
  },
  async service_accounts() {
    const { most } = COUNT_LIMITS.service_accounts;
    const own = await createCustomer(db());
    await db().run(
      sql`insert into service_accounts (customer_id, name, token_hash, scopes, created_at, expires_at) ${numbers(most - LEFT)} ${own}, 'S', ${own} || 'h' || n, '[]', ${NOW}, ${NOW} from numbers`,
    );
    const before = await toldOf("service_account.created");
    const through = await runAtOnce((n) => makeService(own, `S${n}`));
    const stored = await countOf(sql`service_accounts where customer_id = ${own}`);
    return {
      ...{ room: LEFT, through, stored },
      told: (await toldOf("service_account.created")) - before,
    };
  },
  async service_calls() {
    const { most } = COUNT_LIMITS.service_calls;
    const { id, token } = await makeService(await createCustomer(db()), "S");
    const minute = { callWindow: windowOf(NOW), calls: most - LEFT };
    await db().update(serviceAccounts).set(minute).where(eq(serviceAccounts.id, id));
    const through = await runAtOnce(async () =>
      requireCallLeft((await findCaller({ db: db(), now: NOW }, token))!),
    );
    const [row] = await db().select().from(serviceAccounts).where(eq(serviceAccounts.id, id));
    return { room: LEFT, through, stored: Math.min(row!.calls, most) };
  },
  async samplers() {
    const { deviceId } = await newSampler();
    await db().run(
      sql`insert into samplers (device_id, name, spec, created_at, updated_at) ${numbers(COUNT_LIMITS.samplers.most - 1 - LEFT)} ${deviceId}, 'S', 'http', ${NOW}, ${NOW} from numbers`,
    );
    const before = await toldOf("sampler.created");
    const keys = await countOf(sql`sampler_keys`);
    const through = await runAtOnce((n) =>
      createSampler(
        { ...deps(), actor: superuser },
        createSamplerSchema.parse({ device_id: deviceId, name: `S${n}`, spec: "http" }),
      ),
    );
    expect((await db().select().from(samplerKeys)).length - keys).toBe(through);
    const stored = await countOf(sql`samplers where device_id = ${deviceId}`);
    return { room: LEFT, through, stored, told: (await toldOf("sampler.created")) - before };
  },
  async email_ccs() {
    await db().run(
      sql`insert into email_ccs (name, team, email, created_at) ${numbers(COUNT_LIMITS.email_ccs.most - LEFT)} 'N', 'T', n || '@before.example', ${NOW} from numbers`,
    );
    const before = await toldOf("email_cc.created");
    const through = await runAtOnce((n) =>
      addEmailCc(boss(), { name: "N", team: "T", email: `${n}@new.example` }),
    );
    const stored = await countOf(sql`email_ccs`);
    await db().run(sql`delete from email_ccs`);
    return { room: LEFT, through, stored, told: (await toldOf("email_cc.created")) - before };
  },
  async alarms() {
    const { id: deviceId } = await createMachine(db(), { facilityId });
    await db().run(
      sql`insert into alarms (device_id, name, function, arguments, created_at) ${numbers(COUNT_LIMITS.alarms.most - LEFT)} ${deviceId}, 'A', 'anomalous_for_time_period', '{}', ${NOW} from numbers`,
    );
    const before = await toldOf("alarm.created");
    const through = await runAtOnce((n) => createAlarm(boss(), deviceId, anyAlarm(`A${n}`)));
    const stored = await countOf(sql`alarms where device_id = ${deviceId}`);
    expect(await countOf(sql`alarm_journal where device_id = ${deviceId}`)).toBe(through);
    return { room: LEFT, through, stored, told: (await toldOf("alarm.created")) - before };
  },
  async mappings() {
    const of = await newSampler();
    await fillMappings(of, COUNT_LIMITS.mappings.most - LEFT, false);
    const before = await toldOf("mapping.created");
    const through = await runAtOnce((n) =>
      createMapping({ ...deps(), actor: superuser }, newMapping(of.samplerId, n, false)),
    );
    const stored = await countOf(sql`telemetry_definitions where device_id = ${of.deviceId}`);
    return { room: LEFT, through, stored, told: (await toldOf("mapping.created")) - before };
  },
  mappings_at_once: () => mapManyAtOnce(COUNT_LIMITS.mappings_at_once.most, false),
  uts_tags_at_once: () => mapManyAtOnce(COUNT_LIMITS.uts_tags_at_once.most, true),
  async uts_tags_created() {
    const of = await newSampler();
    await fillMappings(of, COUNT_LIMITS.uts_tags_created.most - LEFT, true);
    const before = await toldOf("mapping.created");
    const through = await runAtOnce((n) =>
      createMapping({ ...deps(), actor: superuser }, newMapping(of.samplerId, n, true)),
    );
    const stored = await countOf(sql`telemetry_definitions where device_id = ${of.deviceId}`);
    return { room: LEFT, through, stored, told: (await toldOf("mapping.created")) - before };
  },
  async uts_tags_switched_on() {
    const of = await newSampler();
    await fillMappings(of, COUNT_LIMITS.uts_tags_switched_on.most - LEFT, true);
    const off = await Promise.all(
      times(AT_ONCE, (n) =>
        createMapping({ ...deps(), actor: superuser }, newMapping(of.samplerId, n, false)),
      ),
    );
    const before = await toldOf("mapping.updated");
    const through = await runAtOnce((n) =>
      updateMapping({ ...deps(), actor: superuser }, off[n]!.id, {
        ...newMapping(of.samplerId, n, true),
      }),
    );
    const stored = await countOf(
      sql`telemetry_definitions where device_id = ${of.deviceId} and uts_anomaly_detection_enabled = 1`,
    );
    return { room: LEFT, through, stored, told: (await toldOf("mapping.updated")) - before };
  },
  async events() {
    const { deviceId } = await newSampler();
    const { most } = COUNT_LIMITS.events;
    // One more is a day old and does not count.
    await db().run(
      sql`insert into events (device_id, name, start_at, end_at, created_at) ${numbers(most - LEFT + 1)} ${deviceId}, 'before', 0, 1, case n when 1 then ${NOW - DAY_MS} else ${NOW} end from numbers`,
    );
    const before = await toldOf("event.reported");
    const through = await runAtOnce(() => reportEvent(boss(), { ...EVENT, device_id: deviceId }));
    const stored = (await countOf(sql`events where device_id = ${deviceId}`)) - 1;
    return { room: LEFT, through, stored, told: (await toldOf("event.reported")) - before };
  },
  async comments() {
    const { deviceId } = await newSampler();
    await db().run(
      sql`insert into comments (device_id, text, is_public, created_at) ${numbers(COUNT_LIMITS.comments.most - LEFT)} ${deviceId}, 'before', 1, ${NOW} from numbers`,
    );
    const before = await toldOf("comment.posted");
    const through = await runAtOnce(() =>
      postComment(boss(), String(deviceId), { text: "Belt is worn", isPublic: true }),
    );
    const stored = await countOf(sql`comments where device_id = ${deviceId}`);
    return { room: LEFT, through, stored, told: (await toldOf("comment.posted")) - before };
  },
  async comments_of_day() {
    const { deviceId } = await newSampler();
    const { most } = COUNT_LIMITS.comments_of_day;
    await db().run(
      sql`insert into comments (device_id, text, is_public, created_at, hidden_at) ${numbers(most - LEFT)} ${deviceId}, 'hidden', 1, ${NOW}, ${NOW} from numbers`,
    );
    const before = await toldOf("comment.posted");
    const through = await runAtOnce(() =>
      postComment(boss(), String(deviceId), { text: "Belt is worn", isPublic: true }),
    );
    const stored = await countOf(sql`comments where device_id = ${deviceId}`);
    return { room: LEFT, through, stored, told: (await toldOf("comment.posted")) - before };
  },
  async annotations() {
    const { deviceId } = await newSampler();
    await db().run(
      sql`insert into annotations (device_id, kind, start_at, end_at, text, created_at) ${numbers(COUNT_LIMITS.annotations.most - LEFT)} ${deviceId}, 'note', 0, 1, 'before', ${NOW} from numbers`,
    );
    const before = await toldOf("annotation.added");
    const through = await runAtOnce(() => addAnnotation(boss(), String(deviceId), NOTE));
    const stored = await countOf(sql`annotations where device_id = ${deviceId}`);
    return { room: LEFT, through, stored, told: (await toldOf("annotation.added")) - before };
  },
  async saved_questions() {
    const { deviceId } = await newSampler();
    const { userId } = boss().actor;
    await db().run(
      sql`insert into saved_questions (code, device_id, name, search, is_shared, user_id, created_at) ${numbers(COUNT_LIMITS.saved_questions.most - LEFT)} 'before' || n, ${deviceId}, 'before', '', 0, ${userId}, ${NOW} from numbers`,
    );
    const before = await toldOf("saved_question.saved");
    const through = await runAtOnce(() => saveQuestion(boss(), String(deviceId), QUESTION));
    const stored = await countOf(sql`saved_questions where user_id = ${userId}`);
    return { room: LEFT, through, stored, told: (await toldOf("saved_question.saved")) - before };
  },
  async measures() {
    const { deviceId } = await newSampler();
    const had = (await listMeasures(boss(), String(deviceId))).length;
    await db().run(
      sql`insert into measures (device_id, human_key, precision, is_static, category, type, created_at) ${numbers(COUNT_LIMITS.measures.most - had - LEFT)} ${deviceId}, 'before_' || n, 0, 0, 'converting', 'float', ${NOW} from numbers`,
    );
    const before = await toldOf("measure.created");
    const through = await runAtOnce((n) =>
      createMeasure(boss(), String(deviceId), newMeasureOf(`new_${n}`)),
    );
    const stored = await countOf(sql`measures where device_id = ${deviceId}`);
    return { room: LEFT, through, stored, told: (await toldOf("measure.created")) - before };
  },
  async displays() {
    await db().run(
      sql`insert into displays (token_hash, customer_id, name, locale, time_zone, created_at) ${numbers(COUNT_LIMITS.displays.most - LEFT)} 'before' || n, ${customerId}, 'Hall', 'en', 'UTC', ${NOW} from numbers`,
    );
    const screens = await Promise.all(times(AT_ONCE, startScreen));
    const before = await toldOf("display.paired");
    const actors = await Promise.all(
      times(AT_ONCE, () => createUser(db(), { role: "superuser" }).then(({ actor }) => actor)),
    );
    const through = await runAtOnce((n) =>
      pairDisplay(
        { ...deps(), actor: actors[n]! },
        { ...DISPLAY, code: screens[n]!.code, facilityIds: [facilityId] },
      ),
    );
    const stored = await countOf(sql`displays where customer_id = ${customerId}`);
    const told = (await toldOf("display.paired")) - before;
    await db().delete(displays);
    return { room: LEFT, through, stored, told };
  },
  async enrollment_uses() {
    const { most } = COUNT_LIMITS.enrollment_uses;
    const { id, key } = await createEnrollmentKey(boss(), {
      name: "Plant",
      expires_at: new Date(NOW + HOUR_MS).toISOString(),
      max_uses: most,
    });
    await db()
      .update(enrollmentKeys)
      .set({ uses: most - LEFT })
      .where(eq(enrollmentKeys.id, id));
    const before = await toldOf("machine.enrolled");
    const through = await runAtOnce((n) => enrollMachine(deps(), key, newGateway(`RACE-${n}`)));
    const row = await db().select().from(enrollmentKeys).where(eq(enrollmentKeys.id, id)).get();
    const told = (await toldOf("machine.enrolled")) - before;
    return { room: LEFT, through, stored: row!.uses, told };
  },
  async phone_code_tries() {
    const actor = await signedIn();
    await db().update(users).set({ phone: "+14235550100" }).where(eq(users.id, actor.userId));
    await sendPhoneCode({ ...deps(), actor });
    await runAtOnce((n) => confirmPhoneCode({ ...deps(), actor }, `wrong${n}`));
    const row = await db()
      .select()
      .from(phoneCodes)
      .where(eq(phoneCodes.userId, actor.userId))
      .get();
    const { most } = COUNT_LIMITS.phone_code_tries;
    return { room: most, through: most, stored: row!.tries };
  },
  async reports() {
    const { id } = await createMachine(db(), { facilityId, serviceTierId: 1 });
    const ctx = { ...deps(), actor: (await createUser(db(), { role: "admin", customerId })).actor };
    const machine = await requireMachine(ctx, id);
    const turn = { ...ctx, waitUntil: () => {} };
    const file = (): ReportFile => ({
      name: "r",
      type: "text/csv",
      chunks: (async function* () {})(),
    });
    const through = await runAtOnce(() => makeInTurn(turn, machine, file));
    const stored = await countOf(sql`devices where id = ${id} and report_available_at > ${NOW}`);
    return { room: 1, through, stored };
  },
  async sign_in_failures() {
    const { email } = await createUser(db(), { role: "user", password: PASSWORD });
    const { most } = COUNT_LIMITS.sign_in_failures;
    const counts = await Promise.all(times(AT_ONCE, () => reserveAttempt(deps(), email)));
    const through = counts.filter(({ attempts }) => attempts.count <= most).length;
    return { room: most, through, stored: most };
  },
  async sign_in_failures_of_address() {
    const { most } = COUNT_LIMITS.sign_in_failures_of_address;
    const before = await Promise.all(times(most - LEFT, () => reserveAddress(deps(), "192.0.2.7")));
    expect(before.every((wait) => wait === null)).toBe(true);
    const more = await Promise.all(times(AT_ONCE, () => reserveAddress(deps(), "192.0.2.7")));
    return { room: LEFT, through: more.filter((wait) => wait === null).length, stored: most };
  },
  async refusals_told() {
    const { most } = COUNT_LIMITS.refusals_told;
    const hourLater = { ...deps(), now: NOW + HOUR_MS };
    const refuse = (id: number) =>
      countRefusal(hourLater, {
        kind: "sign_in_refused",
        account: { id, customerId: null },
        reason: "authentication_failed",
      });
    await Promise.all(times(most - LEFT, (n) => refuse(1_000 + n)));
    await runAtOnce((n) => refuse(5_000 + n));
    const ofHour = sql`audit_entries where at = ${NOW + HOUR_MS} and subject_id is not null`;
    const through = await countOf(sql`${ofHour} and subject_id >= 5000`);
    return { room: LEFT, through, stored: await countOf(ofHour) };
  },
};

describe("a limit holds for fifty at once", () => {
  it.each(Object.keys(COUNT_LIMITS) as CountLimit[])("%s", async (name) => {
    const { room, through, stored, told = room } = await COUNT_RACES[name]();
    expect({ through, stored, told }).toEqual({
      through: room,
      stored: COUNT_LIMITS[name].most,
      told: room,
    });
  });

  it.each(RATE_LIMITS.map((limit) => [limit.name, limit] as const))("%s", async (name, limit) => {
    const room = Math.min(LEFT, limit.most);
    const subject = `${name}:${sha256Hex("somebody")}`;
    const hits = times(limit.most - room, () => NOW);
    await db().insert(rateLimits).values({ subject, hits, lastAt: NOW });
    const waits = await Promise.all(times(AT_ONCE, () => consumeLimit(deps(), limit, "somebody")));
    expect(waits.filter((wait) => wait === null)).toHaveLength(room);
  });
});

/** `act` of fifty at once; `happened`: how often, afterwards; `told`: lines of the audit log. */
type Once = {
  act: (n: number) => Promise<unknown>;
  action: AuditAction;
  subjectId?: number;
  happened?: () => Promise<number>;
};

/** Overdue: it was to be done yesterday, and its life burned on since. */
async function newMaintenance(): Promise<number> {
  const { id: deviceId } = await createMachine(db(), { facilityId, serviceTierId: 1 });
  const [row] = await db()
    .insert(maintenances)
    .values({
      deviceId,
      name: "Belts",
      kind: "feed_belts",
      type: "replacement",
      verbs: VERBS.replacement,
      target: "belts",
      actions: ["Stop."],
      cutoffValue: 20,
      maxTagThreshold: 1000,
      createdAt: NOW,
      recommendedDate: NOW - DAY_MS,
    })
    .returning({ id: maintenances.id });
  await db().insert(burnRates).values({ maintenanceId: row!.id, systemTime: NOW, value: 10 });
  return row!.id;
}
const linkFor = async (userId: number | null, purpose: "reset" | "first_superuser") => {
  const token = newToken();
  await db()
    .insert(passwordTokens)
    .values({ tokenHash: sha256Hex(token), userId, purpose, createdAt: NOW, expiresAt: NOW + 1e6 });
  return token;
};
const boss = () => ({ ...deps(), actor: superuser });

const RACES_OF_ACTS: Record<OneTimeAct, () => Promise<Once>> = {
  async use_reset_link() {
    const { userId } = await signedIn();
    const token = await linkFor(userId, "reset");
    return {
      act: () =>
        setPasswordByToken(deps(), { token, password: PASSWORD, passwordConfirmation: PASSWORD }),
      action: "password.changed",
      subjectId: userId,
      happened: () => countOf(sql`sessions where user_id = ${userId}`),
    };
  },
  async use_first_superuser_link() {
    const token = await linkFor(null, "first_superuser");
    const who = { firstName: "Ada", lastName: "Lee", password: PASSWORD };
    return {
      act: (n) =>
        createFirstSuperuser(deps(), {
          ...who,
          token,
          email: `first${n}@x.example`,
          passwordConfirmation: PASSWORD,
        }),
      action: "user.created",
      happened: () => countOf(sql`users where email like 'first%'`),
    };
  },
  async confirm_email() {
    const { userId } = await signedIn();
    const token = newToken();
    const { email: old } = await rowOf(userId);
    await db()
      .insert(emailChanges)
      .values({
        userId,
        email: `new-${old}`,
        tokenHash: sha256Hex(token),
        createdAt: NOW,
        expiresAt: NOW + 1e6,
      });
    return {
      act: () => confirmEmailChange(deps(), token),
      action: "user.email_changed",
      subjectId: userId,
      happened: () => countOf(sql`outbox_messages where "to" = ${old}`),
    };
  },
  async withdraw_email() {
    const actor = await signedIn();
    await db()
      .insert(emailChanges)
      .values({
        userId: actor.userId,
        email: "w@x.example",
        tokenHash: newToken(),
        createdAt: NOW,
        expiresAt: NOW + 1e6,
      });
    return {
      act: () => withdrawEmailChange({ ...deps(), actor }),
      action: "user.email_change_withdrawn",
      subjectId: actor.userId,
    };
  },
  async issue_reset_link() {
    const { userId } = await signedIn();
    const job = {
      email: (await rowOf(userId)).email,
      locale: "en" as const,
      requestId: newToken(),
    };
    return {
      act: () => issuePasswordReset(deps(), job),
      action: "password.reset_requested",
      subjectId: userId,
      happened: () => countOf(sql`password_tokens where user_id = ${userId}`),
    };
  },
  async accept_terms() {
    const actor = await signedIn();
    return {
      act: () => acceptTerms({ ...deps(), actor }),
      action: "user.terms_accepted",
      subjectId: actor.userId,
    };
  },
  async confirm_phone() {
    const actor = await signedIn();
    await db().update(users).set({ phone: "+14235550101" }).where(eq(users.id, actor.userId));
    await sendPhoneCode({ ...deps(), actor });
    const sms = await db()
      .select()
      .from(outboxMessages)
      .where(eq(outboxMessages.to, "+14235550101"))
      .get();
    const code = /\d{6}/.exec(sms!.text)![0];
    return {
      act: () => confirmPhoneCode({ ...deps(), actor }, code),
      action: "user.phone_verified",
      subjectId: actor.userId,
      happened: async () => ((await rowOf(actor.userId)).phoneVerifiedAt === NOW ? 1 : 0),
    };
  },
  async revoke_api_token() {
    const actor = await signedIn();
    const { id } = await createApiToken(
      { ...deps(), actor },
      { name: "T", scopes: ["read:series"], expiresInDays: 9 },
    );
    return {
      act: () => revokeApiToken({ ...deps(), actor }, id),
      action: "api_token.revoked",
      subjectId: id,
    };
  },
  async end_service_account() {
    const { id } = await makeService(await createCustomer(db()), "S");
    return {
      act: () => endServiceAccount({ ...deps(), actor: superuser }, id),
      action: "service_account.ended",
      subjectId: id,
    };
  },
  async end_session() {
    const actor = await signedIn();
    const { sessionId } = (await createSession(db(), actor)).actor;
    return {
      act: () => endSession({ ...deps(), actor }, sessionId),
      action: "session.ended",
      subjectId: sessionId,
    };
  },
  async end_other_sessions() {
    const actor = await signedIn();
    await createSession(db(), actor);
    return {
      act: () => endAllOtherSessions({ ...deps(), actor }),
      action: "session.others_ended",
      happened: () => countOf(sql`sessions where user_id = ${actor.userId}`),
    };
  },
  async sign_out() {
    const actor = await signedIn();
    return {
      act: () => signOut({ ...deps(), actor }),
      action: "session.ended",
      subjectId: actor.sessionId,
    };
  },
  async unlock() {
    const { userId } = await signedIn();
    await db().update(users).set({ lockedAt: NOW }).where(eq(users.id, userId));
    return { act: () => unlockUser(boss(), userId), action: "user.unlocked", subjectId: userId };
  },
  async force_reset() {
    const { userId } = await signedIn();
    return {
      act: () => forcePasswordReset(boss(), userId),
      action: "user.password_reset_forced",
      subjectId: userId,
    };
  },
  async deactivate() {
    const { userId } = await signedIn();
    return {
      act: () => deactivateUser(boss(), userId),
      action: "user.deactivated",
      subjectId: userId,
    };
  },
  async delete_person() {
    const { userId } = await signedIn();
    return {
      act: () => deletePerson(boss() as never, userId),
      action: "user.deleted",
      subjectId: userId,
    };
  },
  async delete_customer() {
    const id = await createCustomer(db());
    return { act: () => deleteCustomer(boss(), id), action: "customer.deleted", subjectId: id };
  },
  async delete_facility() {
    const id = await createFacility(db(), customerId);
    return {
      act: () => deleteFacility(boss(), { id, customerId }),
      action: "facility.deleted",
      subjectId: id,
    };
  },
  async activate() {
    const { actor } = await createUser(db(), { role: "user", status: "disabled" });
    return {
      act: () => activateUser(boss(), actor.userId),
      action: "user.activated",
      subjectId: actor.userId,
    };
  },
  async lock_account() {
    const { actor, email } = await createUser(db(), { role: "user" });
    const { most } = COUNT_LIMITS.sign_in_failures;
    const tries = await Promise.all(times(most, () => reserveAttempt(deps(), email)));
    return {
      act: (n) => lockAfterFailures(deps(), tries[n % most]!),
      action: "user.locked",
      subjectId: actor.userId,
    };
  },
  async notifications_off() {
    const actor = await signedIn();
    return {
      act: () => setNotificationsEmail(deps(), { actor }, false),
      action: "user.notifications_off",
      subjectId: actor.userId,
    };
  },
  async notifications_on() {
    const actor = await signedIn();
    await setNotificationsEmail(deps(), { actor }, false);
    const { email } = await rowOf(actor.userId);
    return {
      act: () => setNotificationsEmail(deps(), { actor }, true),
      action: "user.notifications_on",
      subjectId: actor.userId,
      happened: () => countOf(sql`outbox_messages where "to" = ${email}`),
    };
  },
  async retry_message() {
    const [row] = await db()
      .insert(outboxMessages)
      .values({
        channel: "mail",
        to: "a@x.example",
        locale: "en",
        template: "t",
        subject: "s",
        text: "t",
        status: "dead",
        createdAt: NOW,
        dedupeKey: newToken(),
      })
      .returning({ id: outboxMessages.id });
    return {
      act: () => retryMessage(boss(), row!.id),
      action: "message.retried",
      subjectId: row!.id,
    };
  },
  async pair_display() {
    const screen = await startScreen();
    const actors = await Promise.all(
      times(AT_ONCE, () => createUser(db(), { role: "superuser" }).then(({ actor }) => actor)),
    );
    return {
      act: (n) =>
        pairDisplay(
          { ...deps(), actor: actors[n]! },
          { ...DISPLAY, code: screen.code, facilityIds: [facilityId] },
        ),
      action: "display.paired",
      async happened() {
        const claimed = await Promise.all(times(AT_ONCE, () => claimDisplay(deps(), screen.token)));
        const ids = new Set(claimed.map((one) => `${one?.found.display.id} ${one?.token}`));
        const id = claimed[0]!.found.display.id;
        expect(await countOf(sql`display_facilities where display_id = ${id}`)).toBe(1);
        return ids.size;
      },
    };
  },
  async hide_comment() {
    const { deviceId } = await newSampler();
    const said = { text: "Belt is worn", isPublic: true };
    const { id } = await postComment(boss(), String(deviceId), said);
    return { act: () => hideComment(boss(), id), action: "comment.hidden", subjectId: id };
  },
  async delete_comment() {
    const { deviceId } = await newSampler();
    const said = { text: "Belt is worn", isPublic: true };
    const { id } = await postComment(boss(), String(deviceId), said);
    return { act: () => deleteComment(boss(), id), action: "comment.deleted", subjectId: id };
  },
  async delete_annotation() {
    const { deviceId } = await newSampler();
    const { id } = await addAnnotation(boss(), String(deviceId), NOTE);
    return { act: () => deleteAnnotation(boss(), id), action: "annotation.deleted", subjectId: id };
  },
  async delete_saved_question() {
    const { deviceId } = await newSampler();
    await db().run(sql`delete from saved_questions`);
    const { id } = await saveQuestion(boss(), String(deviceId), QUESTION);
    return {
      act: () => deleteSavedQuestion(boss(), id),
      action: "saved_question.deleted",
      subjectId: id,
    };
  },
  async delete_measure() {
    const { deviceId } = await newSampler();
    const { id } = await createMeasure(boss(), String(deviceId), newMeasureOf("belt_f"));
    return {
      act: () => deleteMeasure(boss(), String(deviceId), id),
      action: "measure.deleted",
      subjectId: id,
    };
  },
  async end_enrollment_key() {
    const { id } = await createEnrollmentKey(boss(), {
      name: "Plant",
      expires_at: new Date(NOW + HOUR_MS).toISOString(),
      max_uses: 1,
    });
    return {
      act: () => endEnrollmentKey(boss(), id),
      action: "enrollment_key.ended",
      subjectId: id,
    };
  },
  async replace_machine() {
    const old = await newSampler();
    const { id } = await createMachine(db(), { facilityId: null });
    return {
      act: () => replaceMachine(boss(), id, old.deviceId),
      action: "machine.replaced",
      subjectId: id,
      happened: () => countOf(sql`machine_replacements where device_id = ${id}`),
    };
  },
  async retire_machine() {
    const { deviceId } = await newSampler();
    return {
      act: () => retireMachine(boss(), String(deviceId)),
      action: "machine.retired",
      subjectId: deviceId,
    };
  },
  async restore_machine() {
    const { deviceId } = await newSampler();
    await retireMachine(boss(), String(deviceId));
    return {
      act: () => restoreMachine(boss(), String(deviceId)),
      action: "machine.restored",
      subjectId: deviceId,
    };
  },
  async retire_facility() {
    const id = await createFacility(db(), customerId);
    return { act: () => retireFacility(boss(), id), action: "facility.retired", subjectId: id };
  },
  async restore_facility() {
    const id = await createFacility(db(), customerId);
    await retireFacility(boss(), id);
    return { act: () => restoreFacility(boss(), id), action: "facility.restored", subjectId: id };
  },
  async revoke_display() {
    const [row] = await db()
      .insert(displays)
      .values({ ...DISPLAY, tokenHash: newToken(), customerId, createdAt: NOW })
      .returning({ id: displays.id });
    return {
      act: () => revokeDisplay(boss(), row!.id),
      action: "display.revoked",
      subjectId: row!.id,
    };
  },
  async delete_sampler() {
    const { samplerId } = await newSampler();
    return {
      act: () => deleteSampler(boss(), samplerId),
      action: "sampler.deleted",
      subjectId: samplerId,
    };
  },
  async delete_mapping() {
    const { samplerId } = await newSampler();
    const { id } = await createMapping(boss(), newMapping(samplerId, 1, false));
    return { act: () => deleteMapping(boss(), id), action: "mapping.deleted", subjectId: id };
  },
  async delete_email_cc() {
    const entry = { name: "N", team: "T", email: "gone@x.example" };
    const { id } = await addEmailCc(boss(), entry);
    return {
      act: () => deleteEmailCc(boss(), id),
      action: "email_cc.deleted",
      subjectId: id,
    };
  },
  async acknowledge_alarm() {
    const { id } = await newAlarmRow({ inAlarm: true, isAcknowledged: false });
    return {
      act: () => acknowledgeAlarm(boss(), id, { note: "seen" }),
      action: "alarm.acknowledged",
      subjectId: id,
      happened: () => countOf(sql`alarm_journal where alarm_id = ${id} and kind = 'acknowledged'`),
    };
  },
  async unshelve_alarm() {
    const { id } = await newAlarmRow({ shelvedUntil: NOW + HOUR_MS, shelvedAt: NOW });
    return {
      act: () => unshelveAlarm(boss(), id),
      action: "alarm.unshelved",
      subjectId: id,
      happened: () => countOf(sql`alarm_journal where alarm_id = ${id} and kind = 'unshelved'`),
    };
  },
  async delete_alarm() {
    const { id: deviceId } = await createMachine(db(), { facilityId });
    const { id } = await createAlarm(boss(), deviceId, anyAlarm("A"));
    return {
      act: () => deleteAlarm(boss(), id),
      action: "alarm.deleted",
      subjectId: id,
      happened: () => countOf(sql`alarm_journal where alarm_id = ${id} and kind = 'deleted'`),
    };
  },
  async complete_maintenance() {
    const id = await newMaintenance();
    return {
      act: () =>
        completeMaintenance(boss(), id, { performedAt: "2026-11-19", predictionAccuracy: null }),
      action: "maintenance.performed",
      subjectId: id,
      happened: async () =>
        (await db().select().from(maintenanceHistory)).filter((row) => row.maintenanceId === id)
          .length,
    };
  },
  async snooze_maintenance() {
    const id = await newMaintenance();
    return {
      act: () => snoozeMaintenance(boss(), id, { until: "2026-12-01", reason: "no parts" }),
      action: "maintenance.snoozed",
      subjectId: id,
      happened: async () =>
        (await db().select().from(snoozeHistories)).filter((row) => row.maintenanceId === id)
          .length,
    };
  },
  async request_parts_quote() {
    const id = await newMaintenance();
    const token = newToken();
    await db()
      .insert(partsQuoteLinks)
      .values({
        tokenHash: sha256Hex(token),
        maintenanceId: id,
        lifeFrom: NOW,
        expiresAt: NOW + 1,
      });
    return {
      act: () => requestPartsQuote(boss(), id, token),
      action: "maintenance.quote_requested",
      subjectId: id,
      happened: () =>
        countOf(sql`outbox_messages where dedupe_key = ${`parts_quote:${id}:${NOW}`}`),
    };
  },
  async delete_maintenance() {
    const id = await newMaintenance();
    return {
      act: () => deleteMaintenance(boss(), id, { all: true }),
      action: "maintenance.deleted",
      subjectId: id,
    };
  },
  async unsnooze_maintenance() {
    const id = await newMaintenance();
    await snoozeMaintenance(boss(), id, { until: "2026-12-01", reason: "no parts" });
    return {
      act: () => unsnoozeMaintenance(boss(), id),
      action: "maintenance.unsnoozed",
      subjectId: id,
    };
  },
};

describe("what may happen once happens once, and is told once, of fifty at once", () => {
  it.each(Object.keys(ONE_TIME_ACTS) as OneTimeAct[])("%s", async (name) => {
    const { act, action, subjectId, happened } = await RACES_OF_ACTS[name]();
    const before = await toldOf(action, subjectId);
    expect(await runAtOnce(act)).toBeGreaterThan(0);
    expect((await toldOf(action, subjectId)) - before).toBe(1);
    if (happened) expect(await happened()).toBe(1);
  });
});

describe("the measures of a machine", () => {
  it("are one set of defaults, though fifty look and fifty reset at once", async () => {
    const { deviceId } = await newSampler();
    const look = () => listMeasures(boss(), String(deviceId));
    expect(await runAtOnce(look)).toBe(AT_ONCE);
    const first = await countOf(sql`measures where device_id = ${deviceId}`);
    expect(first).toBe((await look()).length);
    const reset = () => resetMeasures(boss(), String(deviceId));
    expect(await runAtOnce((n) => (n % 2 ? reset() : look()))).toBe(AT_ONCE);
    expect(await countOf(sql`measures where device_id = ${deviceId}`)).toBe(first);
  });
});

describe("the list of limits", () => {
  const sources = ["app/features", "app/domain", "app/platform", "workers/jobs"]
    .flatMap((folder) => listFiles(folder))
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path));

  it("has a race for each of its rows, and each names the file where it is decided", () => {
    expect(Object.keys(COUNT_RACES).sort()).toEqual(Object.keys(COUNT_LIMITS).sort());
    expect(Object.keys(RACES_OF_ACTS).sort()).toEqual(Object.keys(ONE_TIME_ACTS).sort());
    const files = [
      ...Object.values(COUNT_LIMITS).map(({ where }) => where),
      ...Object.values(ONE_TIME_ACTS),
    ];
    expect(files.filter((file) => !sources.includes(file))).toEqual([]);
  });

  it("names every window of tries", () => {
    const declared = sources.flatMap((path) =>
      [...readText(path).matchAll(/: Limit = \{\s*name: "(\w+)"/g)].map(([, name]) => name),
    );
    expect(declared.sort()).toEqual(RATE_LIMITS.map(({ name }) => name).sort());
  });

  it("is the only place that says how many there may be of something", () => {
    const elsewhere = sources
      .filter((path) => path !== "app/domain/limits.ts")
      .filter((path) => /\b(?:MAX|MOST)_\w+_PER_\w+ =/.test(readText(path)));
    expect(elsewhere).toEqual([]);
    // A count that is read first and compared afterwards is a limit that two at once step over.
    const compared = sources.filter((path) => /[cC]ount\)? >=? (?:MAX|MOST)_/.test(readText(path)));
    expect(compared.sort()).toEqual(["app/domain/access/lockout.ts"]);
  });

  it("has a race for every function that lets something happen only if it still may", () => {
    const decides = /\b(?:mustChange: true|onlyIf\()/;
    const untried = sources
      .map(readText)
      .filter((text) => decides.test(text))
      .flatMap((text) => {
        const parts = partsOf(text);
        return parts.filter((part) => part.isExported && reaches(part, parts, decides));
      })
      .map(({ name }) => name)
      .filter((name) => !new RegExp(`\\b${name}\\(`).test(readText("tests/races.test.ts")));
    expect(untried.sort()).toEqual(Object.keys(OTHERWISE_DECIDED).sort());
  });
});

/** Of what is not tried here fifty times at once, why it need not be. */
const OTHERWISE_DECIDED: Record<string, string> = {
  changeEvent: "may be done again; not told of an event that is gone",
  changeRow: "the same of any row",
  updateAlarm: "the same of an alarm",
  updateSampler: "the same of a sampler",
  updateDisplay: "the same of a display",
  rotateSamplerKey: "may be done again: each key is another one",
  rotateServiceToken: "the same of a token",
  shelveAlarm: "may be done again: the last one holds",
  invitationOf: "statements of invitePerson, which is tried",
  updateMaintenance: "completes or snoozes, which are tried",
  resetPasswordByMail: "issues a reset link, which is tried",
  setOwnPassword: "asks for the password in use, which the first one changed",
  replacePassword: "statements of those who set a password",
  utsFlag: "a part of the statements of createMapping and updateMapping, which are tried",
  listSessions: "reads",
  tellAlarms: "tried at once beside it: each notice is told once",
};
