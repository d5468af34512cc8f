/** The first steps of a new installation: what is told at each, who is led there, and until when the shell offers them. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { customers, devices, passwordTokens } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { doneSteps, type FirstSteps } from "#app/features/first-steps/steps.ts";
import { action } from "#app/routes/login_.setup-account.$token/route.tsx";
import { sendForm } from "./factories/actions.ts";
import { ORIGIN, testContext } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { openPages, visit } from "./factories/pages.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "./factories/people.ts";

const db = openTestDb();
let router: Awaited<ReturnType<typeof openPages>>;
let boss: string;
/** What every machine's recorder says of its newest sample. */
let newestSampleMs: number | null = null;
const world = () => ({
  db: db(),
  now: NOW,
  recorder: { status: () => Promise.resolve({ newestSampleMs, samplers: [] } as never) },
});
const open = (path: string, token = boss) => visit(router.handle, world(), path, { token });
type Loaded = {
  "routes/_app.first_steps": { found: FirstSteps; origin: string };
  "routes/_app": { user: { hasFirstSteps: boolean } };
};
const look = async () => {
  const loaded = JSON.parse((await open("/first_steps")).body) as Loaded;
  const { found } = loaded["routes/_app.first_steps"];
  return {
    done: [...doneSteps(found)],
    found,
    isOffered: loaded["routes/_app"].user.hasFirstSteps,
  };
};
/** Whether it is asked of a new machine if it takes another one's place: not while there is none. */
const offersReplacement = async (id: number) =>
  /"canReplace":(true|false)/.exec((await open(`/machines/${id}/configuration`)).body)?.[1] ===
  "true";

beforeAll(async () => {
  router = await openPages();
  boss = (await createSession(db(), (await createUser(db(), { role: "superuser" })).actor)).token;
});

it("lead from nothing to a machine that sends in its facility, one after the other", async () => {
  expect((await open("/dashboard")).to).toBe("/first_steps");
  expect(await look()).toMatchObject({ done: ["superuser"], isOffered: true });
  const customerId = await createCustomer(db());
  expect(await look()).toMatchObject({
    done: ["superuser", "customer"],
    found: { customerId, machine: null },
  });
  const facilityId = await createFacility(db(), customerId);
  expect((await look()).done).toEqual(["superuser", "customer", "facility"]);

  const made = await sendForm(
    router,
    world(),
    "/first_steps",
    { intent: "key", name: "First", days: "1", max_uses: "1" },
    boss,
  );
  expect(made.status).toBe(200);
  expect((await look()).done).toEqual(["superuser", "customer", "facility", "machine"]);

  const { id } = await createMachine(db(), { facilityId: null });
  expect((await open("/dashboard")).to).toBe(null);
  expect((await look()).found.machine).toEqual({
    ...{ id, hasSampler: false, hasFacility: false, newestSampleMs: null },
  });
  newestSampleMs = NOW - 1;
  expect((await look()).done).toEqual(["superuser", "customer", "facility", "machine", "sample"]);
  expect(await offersReplacement(id)).toBe(false);
  await db().update(devices).set({ facilityId }).where(eq(devices.id, id));
  expect(await look()).toMatchObject({ found: { machine: { id } }, isOffered: false });
  expect((await look()).done).toHaveLength(6);
});

it("add a machine by hand in the page itself", async () => {
  const before = await db().$count(devices);
  const added = await sendForm(
    router,
    world(),
    "/first_steps",
    { intent: "add", serial_number: "HAND-1", make: "Sun", model: "625" },
    boss,
  );
  expect([added.status, await db().$count(devices)]).toEqual([200, before + 1]);
  const hand = await db().select().from(devices).where(eq(devices.serialNumber, "HAND-1")).get();
  expect(await offersReplacement(hand!.id)).toBe(true);
});

it("are offered to superusers alone, and not where there are many machines", async () => {
  newestSampleMs = null;
  expect((await look()).isOffered).toBe(true);
  const customerId = (await db().select({ id: customers.id }).from(customers).get())!.id;
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const { token } = await createSession(db(), actor);
  expect((await open("/first_steps", token)).to).toBe("/errors/error-401");
  expect((await open("/account", token)).body).toContain('"hasFirstSteps":false');
  for (let more = 0; more < 5; more++) await createMachine(db(), { facilityId: null });
  expect((await look()).isOffered).toBe(false);
});

it("begin when the set-up link has made the first superuser", async () => {
  const token = "t".repeat(43);
  await db()
    .insert(passwordTokens)
    .values({
      ...{ tokenHash: sha256Hex(token), purpose: "first_superuser", userId: null },
      ...{ createdAt: NOW, expiresAt: NOW + 60_000 },
    });
  const page = await visit(router.handle, world(), `/login/setup-account/${token}`, {});
  expect(page.body).toContain('"titleKey":"firstSuperuser.title"');
  const password = "a quiet line at dawn 9";
  const answer = await action({
    request: new Request(`${ORIGIN}/login/setup-account/${token}`, {
      method: "POST",
      headers: { Origin: ORIGIN },
      body: new URLSearchParams({
        ...{ first_name: "Ada", last_name: "First", email: "ada@x.example" },
        ...{ password, password_confirmation: password },
      }),
    }),
    context: testContext(world()),
    params: { token },
  });
  expect(answer.data).toMatchObject({ done: { to: "/first_steps" } });
});
