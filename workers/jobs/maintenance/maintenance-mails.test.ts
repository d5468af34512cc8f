import { and, asc, eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  burnRates,
  devices,
  emailCcs,
  facilities,
  maintenanceNotices,
  maintenances,
  outboxMessages,
  partsQuotes,
  serviceTiers,
  userFacilities,
  users,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { deleteMaintenance } from "#app/features/maintenance/delete-maintenance.server.ts";
import {
  canRequestPartsQuote,
  requestPartsQuote,
} from "#app/features/maintenance/request-parts-quote.server.ts";
import {
  changePartsQuote,
  listPartsQuotes,
} from "#app/features/maintenance/parts-quotes.server.ts";
import {
  completeMaintenance,
  snoozeMaintenance,
} from "#app/features/maintenance/update-maintenance.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { keepMaintenanceMails } from "./maintenance-mails.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const db = openTestDb();
let facilityId: number;
let deviceId: number;
let boss: Actor;
let kim: Actor;

beforeEach(async () => {
  for (const table of [outboxMessages, partsQuotes, maintenances, emailCcs, userFacilities, users])
    await db().delete(table);
  await db()
    .insert(serviceTiers)
    .values({ id: 1, name: "With", ui: true, maintenance: true })
    .onConflictDoNothing();
  const customerId = await createCustomer(db());
  facilityId = await createFacility(db(), customerId, "America/Chicago");
  deviceId = (await createMachine(db(), { facilityId, serviceTierId: 1 })).id;
  boss = (await createUser(db(), { role: "superuser" })).actor;
  kim = (await createUser(db(), { role: "user", customerId, facilityIds: [facilityId] })).actor;
  await db().update(users).set({ locale: "es" }).where(eq(users.id, kim.userId));
});

const outsider = { jobs: { send: () => Promise.resolve() }, publicOrigin: "https://helios.test" };
const deps = (now = NOW) => ({
  ...outsider,
  db: db(),
  now,
  linkSecret: () => Promise.resolve("secret"),
});
const keep = async (now = NOW) => (await keepMaintenanceMails(deps(now))).told;
const mails = () =>
  db()
    .select()
    .from(outboxMessages)
    .where(like(outboxMessages.dedupeKey, "maintenance_digest:%"))
    .orderBy(asc(outboxMessages.id));
const mailsTo = async (actor: Actor) => {
  const { email } = (await db().select().from(users).where(eq(users.id, actor.userId)).get())!;
  return (await mails()).filter(({ to }) => to === email);
};

async function addWork(over: Partial<typeof maintenances.$inferInsert> = {}): Promise<number> {
  const [row] = await db()
    .insert(maintenances)
    .values({
      ...{ deviceId, name: crypto.randomUUID(), kind: "feed_belts", type: "replacement" },
      ...{ verbs: VERBS.replacement, target: "belts", actions: [], cutoffValue: 20 },
      ...{ maxTagThreshold: 1000, lastPerformedAt: NOW - 90 * DAY, createdAt: NOW - 400 * DAY },
      ...over,
    })
    .returning();
  return row!.id;
}
async function addOverdue(over: Partial<typeof maintenances.$inferInsert> = {}) {
  const id = await addWork({ recommendedDate: NOW - 9 * DAY, name: "Feed belts", ...over });
  await db()
    .insert(burnRates)
    .values({ maintenanceId: id, systemTime: NOW - HOUR, value: 12 });
  return id;
}

describe("mails about maintenance", () => {
  it("are one digest a person and day, in their language, with days of the plant and a way out", async () => {
    const late = await addOverdue();
    await addWork({ name: "Roll covers <b>", recommendedDate: NOW + 12 * DAY, type: "lube" });
    await addWork({ recommendedDate: NOW + 60 * DAY });
    expect(await keep()).toBe(1);
    const [mail] = await mailsTo(kim);
    expect(mail).toMatchObject({
      subject: "Mantenimiento: 1 vencido, 1 próximo",
      headers: {
        "List-Unsubscribe": expect.stringContaining("/s/notifications/unsubscribe/one-click?"),
      },
    });
    expect(mail!.text).toContain("* Bandas de alimentación");
    expect(mail!.text).toContain("Vencido hace 9 días · 10/11/26");
    expect(mail!.text).toContain("Próximo · en 12 días · 1/12/26");
    expect(mail!.text).toContain(`/machines/${deviceId}/maintenance?selected=${late}`);
    expect(mail!.text.match(/request_parts_quote/g)).toHaveLength(1);
    expect(mail!.html).toContain("Roll covers &#60;b&#62;");
    expect(mail!.html).not.toMatch(/undefined|<b>/);
  });

  it("say how to pause them only to who may, and offer parts only of what is sold", async () => {
    await addOverdue();
    await addOverdue({ kind: CUSTOM_KIND, name: "Guide rails" });
    const admin = await createUser(db(), { role: "admin", customerId: kim.customerId! });
    await keep();
    const told = await Promise.all([kim, admin.actor].map(async (who) => (await mailsTo(who))[0]!));
    expect(
      told.map(({ text }) => [/Pospóngalo|Snooze it/.test(text), text.match(/token=/g)]),
    ).toEqual([
      [false, expect.anything()],
      [true, expect.anything()],
    ]);
    for (const { text } of told) {
      expect(text).toContain("Guide rails");
      expect(text.match(/request_parts_quote/g)).toHaveLength(1);
    }
  });

  describe("to a copied address", () => {
    const copy = (email: string) =>
      db().insert(emailCcs).values({ name: "Ada", team: "Service", email, createdAt: NOW });
    const mailsOf = async (email: string) => (await mails()).filter(({ to }) => to === email);

    it("are mails of its own, one a day however many people are told, with nobody's link and no quote", async () => {
      await addOverdue();
      const second = await createFacility(db(), kim.customerId!, "America/Chicago");
      const machine = await createMachine(db(), { facilityId: second, serviceTierId: 1 });
      await addOverdue({ deviceId: machine.id, name: "Roll covers" });
      await createUser(db(), {
        ...{ role: "user", customerId: kim.customerId, facilityIds: [facilityId] },
      });
      await copy("ada@x.example");
      await copy("bo@x.example");
      expect([await keep(), await keep(), await keep(NOW + HOUR), await keep(NOW + DAY)]).toEqual([
        ...[4, 0, 0, 0],
      ]);
      for (const address of ["ada@x.example", "bo@x.example"]) {
        const [mail, ...more] = await mailsOf(address);
        expect(more).toEqual([]);
        expect(mail!.headers).toEqual({});
        for (const body of [mail!.text, mail!.html!]) {
          expect(body).toContain("Feed belts");
          expect(body).toContain("Roll covers");
          expect(body).not.toMatch(/unsubscribe|request_parts_quote|[?&]token=/);
          expect(body).toContain("support@helios.example");
        }
      }
      for (const mail of await mails()) expect(mail.headers).not.toHaveProperty("Cc");
      expect(await keep(NOW + 7 * DAY)).toBe(4);
      expect(await mailsOf("ada@x.example")).toHaveLength(2);
    });

    it("are told nothing twice though runs overlap, and nothing more once it is off the list", async () => {
      await addOverdue();
      await copy("ada@x.example");
      const told = await Promise.all(Array.from({ length: 6 }, () => keep()));
      expect(told.reduce((sum, count) => sum + count)).toBe(2);
      expect(await mailsOf("ada@x.example")).toHaveLength(1);
      await db().delete(emailCcs);
      expect(await keep(NOW + 7 * DAY)).toBe(1);
      expect(await mailsOf("ada@x.example")).toHaveLength(1);
    });

    it("are a user's own, with their own way out, and none where they want none", async () => {
      const person = (await db().select().from(users).where(eq(users.id, kim.userId)).get())!;
      const other = (await createUser(db(), { role: "superuser" })).actor;
      const keeper = (await db().select().from(users).where(eq(users.id, other.userId)).get())!;
      await copy(person.email);
      await copy(keeper.email);
      await addOverdue();
      expect(await keep()).toBe(2);
      for (const { id, email } of [person, keeper]) {
        const [mail, ...more] = await mailsOf(email);
        expect(more).toEqual([]);
        expect(mail!.headers["List-Unsubscribe"]).toContain(`token=${id}.`);
        expect(mail!.text).toContain(`token=${id}.`);
      }
      await db().update(users).set({ notificationsEmail: false });
      expect(await keep(NOW + 7 * DAY)).toBe(0);
    });
  });

  it("tell due soon once, overdue once and then every week, nothing twice a day, and anew after the work", async () => {
    const id = await addWork({ recommendedDate: NOW + 12 * DAY });
    const at = async (day: number, minutes = 0) => keep(NOW + day * DAY + minutes * 60_000);
    expect([await at(0), await at(0, 5), await at(1), await at(11)]).toEqual([1, 0, 0, 0]);
    await db()
      .insert(burnRates)
      .values({ maintenanceId: id, systemTime: NOW + 13 * DAY, value: 12 });
    expect([await at(13), await at(14), await at(19)]).toEqual([1, 0, 0]);
    expect([await at(20), await at(20, 5), await at(26), await at(27)]).toEqual([1, 0, 0, 1]);
    const told = await db().select().from(maintenanceNotices);
    expect(told.map(({ stage, count }) => [stage, count])).toEqual([
      ...[
        ["due_soon", 0],
        ["overdue", 0],
        ["overdue", 1],
        ["overdue", 2],
      ],
    ]);
    await completeMaintenance({ ...deps(NOW + 28 * DAY), actor: boss }, id, {
      ...{ performedAt: NOW + 28 * DAY, predictionAccuracy: null },
    });
    expect(await at(29)).toBe(0);
    await db()
      .update(maintenances)
      .set({ recommendedDate: NOW + 40 * DAY })
      .where(eq(maintenances.id, id));
    expect(await at(30)).toBe(1);
  });

  it("pause while it is snoozed, until 30 days after its day", async () => {
    const id = await addOverdue();
    expect(await keep()).toBe(1);
    await snoozeMaintenance({ ...deps(), actor: boss }, id, {
      ...{ until: NOW + 10 * DAY, reason: "Parts" },
    });
    expect([await keep(NOW + 8 * DAY), await keep(NOW + 39 * DAY)]).toEqual([0, 0]);
    expect(await keep(NOW + 41 * DAY)).toBe(1);
  });

  it("go to active people of the plant and admins of the customer who want mail, from six in the morning on", async () => {
    await addOverdue();
    const customerId = kim.customerId;
    const person = async (
      over: Partial<typeof users.$inferInsert>,
      role: "user" | "admin" = "user",
      facilityIds = [facilityId],
    ) => {
      const { actor } = await createUser(db(), { role, customerId, facilityIds });
      await db()
        .update(users)
        .set({ timeZone: null, ...over })
        .where(eq(users.id, actor.userId));
      return actor;
    };
    const admin = await person({}, "admin", []);
    const others = [
      await person({ notificationsEmail: false }),
      await person({ status: "disabled" }),
      await person({}, "user", []),
      (await createUser(db(), { role: "admin", customerId: await createCustomer(db()) })).actor,
    ];
    // 5:59 in Chicago is 11:59 UTC.
    expect(await keep(Date.UTC(2026, 10, 19, 11, 59))).toBe(0);
    expect(await keep(Date.UTC(2026, 10, 19, 12, 0))).toBe(2);
    expect((await mailsTo(admin)).length).toBe(1);
    expect((await mailsTo(kim)).length).toBe(1);
    for (const other of others) expect(await mailsTo(other)).toEqual([]);
  });

  it("say nothing of a machine whose tier has no maintenance", async () => {
    const other = await createMachine(db(), { facilityId });
    await addOverdue({ deviceId: other.id });
    expect(await keep()).toBe(0);
  });

  it("say nothing of a machine or plant that is out of service", async () => {
    await addOverdue();
    for (const table of [devices, facilities] as const) {
      await db()
        .update(table)
        .set({ retiredAt: NOW })
        .where(eq(table.id, table === devices ? deviceId : facilityId));
      expect(await keep()).toBe(0);
      await db().update(table).set({ retiredAt: null });
    }
    expect(await keep()).toBe(1);
  });

  it("are told once though runs overlap, and nothing is lost when one is killed between two people", async () => {
    await addOverdue();
    for (let n = 0; n < 3; n++)
      await createUser(db(), {
        ...{ role: "user", customerId: kim.customerId, facilityIds: [facilityId] },
      });
    // Killed as the second mail is made, and again right after the third is written.
    let made = 0;
    const dies = {
      ...deps(),
      linkSecret: () =>
        ++made > 1 ? Promise.reject(new Error("killed")) : Promise.resolve("secret"),
    };
    await expect(keepMaintenanceMails(dies)).rejects.toThrow("killed");
    expect(await mails()).toHaveLength(1);
    let sent = 0;
    const diesLater = {
      ...deps(),
      jobs: {
        send: () => {
          if (++sent > 1) throw new Error("killed");
          return Promise.resolve();
        },
      },
    };
    await expect(keepMaintenanceMails(diesLater)).rejects.toThrow("killed");
    expect(await mails()).toHaveLength(3);
    const told = await Promise.all(Array.from({ length: 6 }, () => keep()));
    expect(told.reduce((sum, count) => sum + count)).toBe(1);
    const all = await mails();
    expect(all).toHaveLength(4);
    expect(new Set(all.map(({ to }) => to)).size).toBe(4);
    expect(await db().select().from(maintenanceNotices)).toHaveLength(4);
  });
});

describe("a parts quote", () => {
  const tokenOf = async () =>
    /request_parts_quote\?token=([\w-]+)/.exec((await mailsTo(kim))[0]!.text)![1]!;
  const orders = () =>
    db().select().from(outboxMessages).where(eq(outboxMessages.template, "parts_quote"));
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: { code: string }) => error.code,
    );

  it("is asked for by the link of the mail, once in a life, and reaches sales with all facts", async () => {
    const id = await addOverdue();
    await keep();
    const token = await tokenOf();
    const asks = { ...deps(NOW + HOUR), actor: kim };
    expect(await canRequestPartsQuote(asks, id, token)).toBe(true);
    expect(await orders()).toEqual([]);
    const quotes = await Promise.all([1, 2, 3].map(() => requestPartsQuote(asks, id, token)));
    expect(new Set(quotes.map((quote) => quote.id)).size).toBe(1);
    const [order, ...more] = await orders();
    expect(more).toEqual([]);
    expect(order!.to).toBe("sales@helios.example");
    const person = (await db().select().from(users).where(eq(users.id, kim.userId)).get())!;
    for (const fact of ["Feed belts", "belts", "serial number", person.email, "Facility:"])
      expect(order!.text).toContain(fact);
  });

  it("is refused without, with a wrong, an expired or another's link, and after the work; strangers see nothing", async () => {
    const id = await addOverdue();
    const other = await addOverdue({ name: "Other" });
    await keep();
    const token = /maintenances\/(\d+)\/request_parts_quote\?token=([\w-]+)/.exec(
      (await mailsTo(kim))[0]!.text,
    )!;
    const [mine, foreign] = Number(token[1]) === id ? [id, other] : [other, id];
    const ask = (on: number, with_: string, now = NOW, actor = kim) =>
      refusal(requestPartsQuote({ ...deps(now), actor }, on, with_));
    expect(await ask(mine, "")).toBe("forbidden");
    expect(await ask(mine, "wrong")).toBe("forbidden");
    expect(await ask(foreign, token[2]!)).toBe("forbidden");
    expect(await ask(mine, token[2]!, NOW + 31 * DAY)).toBe("forbidden");
    const stranger = (await createUser(db(), { role: "admin", customerId: 987_654 }).catch(
      async () => createUser(db(), { role: "admin", customerId: await createCustomer(db()) }),
    ))!.actor;
    expect(await ask(mine, token[2]!, NOW, stranger)).toBe("not_found");
    expect(await canRequestPartsQuote({ ...deps(), actor: stranger }, mine, token[2]!)).toBe(false);
    await completeMaintenance({ ...deps(), actor: boss }, mine, {
      ...{ performedAt: NOW, predictionAccuracy: null },
    });
    expect(await ask(mine, token[2]!)).toBe("forbidden");
    expect(await db().select().from(partsQuotes)).toEqual([]);
    expect(await orders()).toEqual([]);
  });

  it("is refused where the work is done or deleted as it is asked for", async () => {
    const gone = await addOverdue();
    const done = await addOverdue({ name: "Other" });
    await keep();
    const { text } = (await mailsTo(kim))[0]!;
    const tokenFor = (id: number) =>
      new RegExp(`maintenances/${id}/request_parts_quote\\?token=([\\w-]+)`).exec(text)![1]!;
    const whenAnother = (acts: () => Promise<unknown>) => {
      let isLeft = true;
      return new Proxy(db(), {
        get(real, key) {
          const value: unknown = Reflect.get(real, key, real);
          if (key !== "batch") return typeof value === "function" ? value.bind(real) : value;
          return async (queries: Parameters<typeof real.batch>[0]) => {
            if (isLeft) {
              isLeft = false;
              await acts();
            }
            return real.batch(queries);
          };
        },
      });
    };
    const ask = (id: number, acts: () => Promise<unknown>) =>
      refusal(
        requestPartsQuote({ ...deps(), db: whenAnother(acts), actor: kim }, id, tokenFor(id)),
      );
    const finish = () =>
      completeMaintenance({ ...deps(), actor: boss }, done, {
        ...{ performedAt: NOW, predictionAccuracy: null },
      });
    const remove = () => deleteMaintenance({ ...deps(), actor: boss }, gone, { all: true });
    expect([await ask(done, finish), await ask(gone, remove)]).toEqual(["forbidden", "forbidden"]);
    expect(await orders()).toEqual([]);
    expect(await db().select().from(partsQuotes)).toEqual([]);
  });

  it("is listed for superusers, who say that it was answered, with a note", async () => {
    const id = await addOverdue();
    await keep();
    const { id: quoteId } = await requestPartsQuote({ ...deps(), actor: kim }, id, await tokenOf());
    const superuser = { ...deps(NOW + DAY), actor: boss };
    expect(await listPartsQuotes(superuser)).toMatchObject([
      { id: quoteId, maintenanceName: "Feed belts", state: "asked", note: "", requestedAt: NOW },
    ]);
    const change = { state: "answered" as const, note: "Sent by Ada" };
    expect(await changePartsQuote(superuser, quoteId, change)).toMatchObject(change);
    for (const actor of [kim, { ...kim, role: "admin" as const }]) {
      expect(await refusal(listPartsQuotes({ ...deps(), actor }))).toBe("forbidden");
      expect(await refusal(changePartsQuote({ ...deps(), actor }, quoteId, change))).toBe(
        "forbidden",
      );
    }
    expect(await refusal(changePartsQuote(superuser, 987_654, change))).toBe("not_found");
    expect(
      await db()
        .select()
        .from(partsQuotes)
        .where(and(eq(partsQuotes.id, quoteId))),
    ).toEqual([expect.objectContaining(change)]);
    await deleteMaintenance({ ...deps(), actor: boss }, id, { all: true });
    expect(await listPartsQuotes(superuser)).toMatchObject([
      { id: quoteId, maintenanceId: null, maintenanceName: "Feed belts", ...change },
    ]);
  });
});
