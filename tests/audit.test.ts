/** Nothing changes without a line in the audit log, in the same batch as the change. */
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  burnRates,
  events,
  maintenances,
  samplers,
  serviceTiers,
} from "#app/db/schema/index.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import {
  completeMaintenance,
  snoozeMaintenance,
  unsnoozeMaintenance,
} from "#app/features/maintenance/update-maintenance.server.ts";
import { reportEvent } from "#app/features/events/report-event.server.ts";
import { eventSchema } from "#app/features/events/schemas.ts";
import { createApiToken } from "#app/features/people/api-tokens.server.ts";
import { findCaller } from "#app/platform/access/find-caller.server.ts";
import { createSampler } from "#app/features/samplers/create-sampler.server.ts";
import { createSamplerSchema } from "#app/features/samplers/schemas.ts";
import type { AuditAction } from "#app/domain/access/audit.ts";
import type { Actor } from "#app/domain/access/types.ts";
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

/** Writes of use cases that change nobody's access, machines or people, and why they need no entry. */
const UNTOLD: Record<string, string> = {
  "app/features/alarms/alarm-notices.server.ts": "that people are to be told stands in the journal",
  "app/features/alarms/alarm-record.server.ts":
    "a line of the journal beside a change that is told itself",
  "app/features/alarms/forget-former-customer.server.ts":
    "goes with the machine's move, which is told itself",
  "app/features/alarms/save-alarm-states.server.ts": "what a rule says of the samples, by nobody",
  "app/features/alarms/silence-of-sampler.server.ts": "goes with the sampler, which is told itself",
  "app/features/alarms/tell-alarms.server.ts": "that people were told stands in the journal",
  "app/features/dashboard/dashboard-choice.server.ts": "how the own dashboard shows it",
  "app/features/dashboard/facility-choice.server.ts": "what the own dashboard shows",
  "app/features/maintenance/keep-burn-rates.server.ts": "what the samples say, by nobody",
  "app/features/mail/outbox.server.ts": "the message tells of a change that is told itself",
  "app/features/samplers/insert-base-types.server.ts":
    "goes with the sampler, which is told itself",
  "app/features/samplers/push-recorder-config.server.ts":
    "a counter beside a change that is told itself",
  "app/platform/access/find-caller.server.ts": "when a token was last used",
  "app/platform/access/find-session.server.ts": "when a session was last used",
  "app/features/reports/report-turn.server.ts": "when the next report of a machine can be made",
  "app/platform/access/find-service-account.server.ts":
    "when a token was last used, how often, and that its time is over",
  "app/platform/link-secret.server.ts": "drawn once per installation, by nobody",
  "app/platform/rate-limit.server.ts": "counts of tries",
};
/** The same of single functions in files that tell of others. */
const UNTOLD_FUNCTIONS: Record<string, string> = {
  endSignIns:
    "statements of a batch: who runs it tells of the account that it deactivates, resets or deletes",
  findDisplay: "when a screen was last seen",
  startPairing: "a code that a screen shows; taking it is told",
  finishReplacement: "the later part of a replacement, which is told itself",
  insertInterventions: "a part of an event, which is told by who calls it",
  reserveAddress: "counts of tries",
  forgiveAddress: "counts of tries",
  reserveAttempt: "counts of tries; a lock is told by who calls it",
  forgiveAccount: "counts of tries",
};
const WRITES = /\bdb(?:\(\))?\s*\.(?:insert|update|delete)\(/;
const TELLS = /\b(?:writeAudit|changeRow|auditOfMachine|auditEntries)\b/;

describe("every use case that writes", () => {
  it("tells the audit log, or stands here with its reason", () => {
    const useCases = ["app/features", "app/platform"]
      .flatMap((folder) => listFiles(folder))
      .filter((path) => path.endsWith(".server.ts") && !isTest(path));
    const writers = useCases.filter((path) => WRITES.test(readText(path)));
    expect(writers.length).toBeGreaterThan(20);
    expect(writers.filter((path) => !TELLS.test(readText(path))).sort()).toEqual(
      Object.keys(UNTOLD).sort(),
    );
  });

  it("does so in each of its functions, also where another one of the file does", () => {
    const untold = ["app/features", "app/platform"]
      .flatMap((folder) => listFiles(folder))
      .filter((path) => path.endsWith(".server.ts") && !isTest(path))
      .map(readText)
      .filter((text) => WRITES.test(text) && TELLS.test(text))
      .flatMap((text) => {
        const parts = partsOf(text);
        return parts.filter(
          (part) => part.isExported && reaches(part, parts, WRITES) && !reaches(part, parts, TELLS),
        );
      });
    expect(untold.map(({ name }) => name).sort()).toEqual(Object.keys(UNTOLD_FUNCTIONS).sort());
  });
});

const db = openTestDb();
let admin: Actor;
let customerId: number;
let deviceId: number;
const deps = () => ({ db: db(), now: NOW, actor: admin, address: "203.0.113.7" });
const told = (action: AuditAction) =>
  db().select().from(auditEntries).where(eq(auditEntries.action, action));

beforeAll(async () => {
  await db()
    .insert(serviceTiers)
    .values({ id: 1, name: "All", ui: true, events: true, maintenance: true });
  customerId = await createCustomer(db());
  deviceId = (
    await createMachine(db(), {
      facilityId: await createFacility(db(), customerId),
      serviceTierId: 1,
    })
  ).id;
  admin = (await createUser(db(), { role: "admin", customerId })).actor;
});

describe("the audit log tells, with who, from where and whose it is,", () => {
  const common = () => ({
    actorUserId: admin.userId,
    actorRole: "admin",
    customerId,
    address: "203.0.113.7",
    at: NOW,
  });

  it("of an event what was reported", async () => {
    const event = await reportEvent(
      deps(),
      eventSchema.parse({ device_id: deviceId, name: "Jam", start_at: NOW - 60_000, end_at: NOW }),
    );
    expect(await told("event.reported")).toMatchObject([
      {
        ...common(),
        subjectType: "event",
        subjectId: event.id,
        before: null,
        after: { device_id: deviceId, name: "Jam", start_at: NOW - 60_000 },
      },
    ]);
  });

  it("of a maintenance what was and what is, once for each change", async () => {
    const row = {
      deviceId,
      name: "Belts",
      kind: "feed_belts",
      type: "replacement" as const,
      verbs: VERBS.replacement,
      target: "belts",
    };
    const due = NOW - 86_400_000;
    const [made] = await db()
      .insert(maintenances)
      .values({
        ...row,
        actions: ["Stop."],
        cutoffValue: 20,
        maxTagThreshold: 1000,
        createdAt: NOW,
        recommendedDate: due,
      })
      .returning();
    const { id } = made!;
    await db().insert(burnRates).values({ maintenanceId: id, systemTime: NOW, value: 10 });
    await snoozeMaintenance(deps(), id, { until: NOW + 5 * 86_400_000, reason: "no parts" });
    await unsnoozeMaintenance(deps(), id);
    await unsnoozeMaintenance(deps(), id);
    await completeMaintenance(deps(), id, { performedAt: NOW, predictionAccuracy: "on_time" });
    await completeMaintenance(deps(), id, { performedAt: NOW, predictionAccuracy: "on_time" });
    const subject = { ...common(), subjectType: "maintenance", subjectId: id };
    expect(await told("maintenance.snoozed")).toMatchObject([
      {
        ...subject,
        before: { snoozed_until: null },
        after: { snoozed_until: NOW + 5 * 86_400_000, snooze_reason: "no parts" },
      },
    ]);
    expect(await told("maintenance.unsnoozed")).toMatchObject([
      { ...subject, before: { snooze_reason: "no parts" }, after: { snoozed_until: null } },
    ]);
    expect(await told("maintenance.performed")).toMatchObject([
      {
        ...subject,
        before: { last_performed_at: null, recommended_date: due },
        after: { last_performed_at: NOW },
      },
    ]);
  });

  it("with which API token somebody acted", async () => {
    const { actor } = await createSession(db(), admin);
    const { token } = await createApiToken(
      { ...deps(), actor },
      {
        name: "MES",
        scopes: ["write:machines"],
        expiresInDays: 30,
      },
    );
    const caller = await findCaller({ db: db(), now: NOW }, token);
    const event = { device_id: deviceId, name: "By token", start_at: NOW - 60_000, end_at: NOW };
    const { id } = await reportEvent({ ...deps(), actor: caller!.actor }, eventSchema.parse(event));
    expect(
      await db()
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.subjectType, "event"), eq(auditEntries.subjectId, id))),
    ).toMatchObject([{ actorUserId: admin.userId, means: "api_token", meansName: "MES" }]);
  });

  it("and nothing is stored that it could not tell", async () => {
    const sampler = createSamplerSchema.parse({ device_id: deviceId, name: "S", spec: "http" });
    const ports = {
      recorder: () => ({ configure: () => Promise.resolve() }),
      jobs: { send: () => Promise.resolve() },
    };
    const count = async () => [
      (await db().select().from(samplers)).length,
      (await db().select().from(events)).length,
    ];
    const before = await count();
    await db().run(
      sql`create trigger mute before insert on audit_entries begin select raise(abort, 'the log is full'); end`,
    );
    await expect(createSampler({ ...deps(), ...ports }, sampler)).rejects.toThrow();
    const event = eventSchema.parse({
      device_id: deviceId,
      name: "Untold",
      start_at: NOW - 60_000,
      end_at: NOW,
    });
    await expect(reportEvent(deps(), event)).rejects.toThrow();
    expect(await count()).toEqual(before);
    await db().run(sql`drop trigger mute`);
    const made = await createSampler({ ...deps(), ...ports }, sampler);
    const entry = await db()
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.action, "sampler.created"), eq(auditEntries.subjectId, made.id)));
    expect(entry).toMatchObject([{ ...common(), after: { name: "S" } }]);
  });
});
