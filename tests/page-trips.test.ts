/** How often a page goes to its stores: every trip is waited for by a person. */
import { beforeAll, expect, test } from "vitest";
import { maintenances, serviceTiers } from "#app/db/schema/index.ts";
import { ALL_CARDS, FIRST_CARDS } from "#app/features/dashboard/large-fleet.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
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

const MACHINES = 4;
/** Of a page of the list. */
const ROWS = 20;
const trips: string[] = [];
const calls = new Map<string, number>();
const db = openTestDb((what) => trips.push(what));
const count = <T>(name: string, answer: T) => {
  calls.set(name, (calls.get(name) ?? 0) + 1);
  return Promise.resolve(answer);
};
const said = {
  latest: {},
  status: { samplers: [] },
  snapshot: {
    ...{ keys: [], files: [], tail: {}, rollups: {}, snapMs: 0, samplesFromMs: Infinity },
    ...{ states: [], targetSheetsPerHour: null, more: null },
  },
};
type Kind = keyof typeof said;
const recorder = {
  latest: () => count("latest", said.latest),
  status: () => count("status", said.status as never),
  snapshot: () => count("snapshot", said.snapshot as never),
  answers: (questions: object[]) => {
    const kinds = questions.map((question) => Object.keys(question)[0] as Kind);
    return count(kinds.join(" + "), kinds.map((kind) => said[kind]) as never);
  },
};
let pages: Awaited<ReturnType<typeof openPages>>;

beforeAll(async () => {
  pages = await openPages();
});

test("the dashboard is who asks, then one trip to D1 for all that it shows, and two calls to each recorder", async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  for (let machine = 0; machine < MACHINES; machine++) await createMachine(db(), { facilityId });
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const { token } = await createSession(db(), actor);
  trips.length = 0;

  const { status, body } = await visit(
    pages.handle,
    { db: db(), now: NOW, recorder },
    "/dashboard",
    { token },
  );
  expect(status).toBe(200);
  expect(body).toContain("Machine 000");
  const [who, ...rest] = trips;
  expect(who).toMatch(/from "sessions"/);
  expect(rest).toEqual([expect.stringMatching(/^batch of \d+$/)]);
  expect(Object.fromEntries(calls)).toEqual({
    "latest + status": MACHINES - 1,
    // The values of one machine are listed.
    "latest + status + latest": 1,
    // The past in steps, and the means of exactly the last four hours, which the gauges show too.
    "snapshot + snapshot": MACHINES,
  });
});

test("the dashboard of a large fleet is no more trips to D1, and the past of those that have a card", async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  for (let machine = 0; machine <= ALL_CARDS; machine++) await createMachine(db(), { facilityId });
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const { token } = await createSession(db(), actor);
  trips.length = 0;
  calls.clear();

  const { status, body } = await visit(
    pages.handle,
    { db: db(), now: NOW, recorder },
    "/dashboard",
    { token },
  );
  expect(status).toBe(200);
  expect(body).toContain(`"machines":${ALL_CARDS + 1}`);
  expect(trips.length).toBe(2);
  expect(Object.fromEntries(calls)).toEqual({
    "latest + status": FIRST_CARDS - 1,
    "latest + status + latest": 1,
    "snapshot + snapshot": FIRST_CARDS,
  });
  trips.length = 0;
  calls.clear();

  const known = (await listMachines({ db: db(), actor })).slice(0, FIRST_CARDS);
  const at = `/dashboard/whole?known=${known.map(({ id }) => id).join(",")}`;
  const whole = await visit(pages.handle, { db: db(), now: NOW, recorder }, at, { token });
  expect(whole.status).toBe(200);
  // One trip more counts the reading, and one is the list of this test.
  expect(trips.length).toBe(4);
  expect(Object.fromEntries(calls)).toEqual({ latest: ALL_CARDS + 1 });
});

test("a machine's overview asks its recorder for the newest values of frame and tab, and for its past, in two calls", async () => {
  const facilityId = await createFacility(db(), await createCustomer(db()));
  const { id } = await createMachine(db(), { facilityId });
  const { actor } = await createUser(db(), { role: "superuser" });
  const { token } = await createSession(db(), actor);
  calls.clear();
  const world = { db: db(), now: NOW, recorder };
  const { status } = await visit(pages.handle, world, `/machines/${id}/overview`, { token });
  expect(status).toBe(200);
  expect(Object.fromEntries(calls)).toEqual({
    "latest + latest": 1,
    // Since when its state is, its health as means and in steps, its past and that one's states.
    [Array(5).fill("snapshot").join(" + ")]: 1,
  });
});

test.each([
  ["the list of machines is one call", "/machines", { "latest + snapshot": MACHINES }],
  [
    "the wall is two calls",
    "/dashboard/slideshow",
    { "latest + status": MACHINES, snapshot: MACHINES },
  ],
])("%s to each recorder", async (_page, path, expected) => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  for (let machine = 0; machine < MACHINES; machine++) await createMachine(db(), { facilityId });
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const { token } = await createSession(db(), actor);
  calls.clear();
  const { status } = await visit(pages.handle, { db: db(), now: NOW, recorder }, path, { token });
  expect(status).toBe(200);
  expect(Object.fromEntries(calls)).toEqual(expected);
});

test.each([
  [
    "the list of machines asks no recorder with the page, then those of its rows, then each once",
    "/machines",
    {},
    [
      ["/machine_values?ids=ROWS", 0, { "latest + snapshot": ROWS }],
      ["/machine_values", 1, { latest: ALL_CARDS + 1 }],
      ["/machine_values?since", 1, { "latest + snapshot": ALL_CARDS + 1 }],
    ],
  ],
  [
    "the wall asks the recorders of those it shows with the page, then each once",
    "/dashboard/slideshow",
    { "latest + status": FIRST_CARDS, snapshot: FIRST_CARDS },
    // A machine of which nothing is known stands on no wall: of none the past is read.
    [["/dashboard/whole?wall", 1, { latest: ALL_CARDS + 1 }]],
  ],
] as const)("of a large fleet %s", async (_page, path, withPage, later) => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  for (let machine = 0; machine <= ALL_CARDS; machine++) await createMachine(db(), { facilityId });
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const { token } = await createSession(db(), actor);
  const rows = (await listMachines({ db: db(), actor })).slice(0, ROWS).map(({ id }) => id);
  const world = { db: db(), now: NOW, recorder };
  const ask = async (at: string) => {
    trips.length = 0;
    calls.clear();
    const { status } = await visit(pages.handle, world, at, { token });
    expect(status).toBe(200);
    return Object.fromEntries(calls);
  };
  expect(await ask(path)).toEqual(withPage);
  expect(trips.length).toBe(2);
  for (const [at, turns, asked] of later) {
    expect(await ask(at.replace("ROWS", rows.join(",")))).toEqual(asked);
    // Who asks, one batch for all, and what counts the reading.
    expect(trips.length, at).toBe(2 + turns);
  }
});

test("a machine's maintenance tab is who asks, its machine, then one trip to D1 for all of its works", async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  await db()
    .insert(serviceTiers)
    .values({ id: 91, name: "Whole", ui: true, maintenanceUnlimited: true });
  const { id } = await createMachine(db(), { facilityId, serviceTierId: 91 });
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const { token } = await createSession(db(), actor);
  const work = { deviceId: id, kind: "custom", type: "lube" as const, verbs: VERBS.lube };
  await db()
    .insert(maintenances)
    .values(
      Array.from({ length: MACHINES }, (_, n) => ({
        ...work,
        ...{ name: `Work ${n}`, target: "chain", actions: [], cutoffValue: 20, createdAt: NOW },
      })),
    );
  trips.length = 0;

  const { status, body } = await visit(
    pages.handle,
    { db: db(), now: NOW },
    `/machines/${id}/maintenance.data?_routes=routes%2F_app.machines.%24id.maintenance`,
    { token },
  );
  expect(status).toBe(200);
  expect(body).toContain("Work 3");
  expect(trips).toEqual([
    expect.stringMatching(/from "sessions"/),
    expect.stringMatching(/from "devices"/),
    expect.stringMatching(/^batch of 4$/),
  ]);
});
