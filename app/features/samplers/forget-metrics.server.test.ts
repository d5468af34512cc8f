/** Metrics of a machine, and forgetting them: through the use case, with a real recorder behind it, and as the page's form. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { auditEntries, samplers, telemetryDefinitions } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { recorderBench } from "#workers/ingest/recorder/testing/recorder-bench.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { forgetMetrics, listMetrics } from "./forget-metrics.server.ts";
import { answerSamplersForm } from "./samplers.page.server.ts";

const db = openTestDb();
const bench = recorderBench(NOW);
let [machine, theirs]: { id: number }[] = [];
let [admin, user]: Actor[] = [];

beforeAll(async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  machine = await createMachine(db(), { facilityId, make: "Sun" });
  const other = await createFacility(db(), await createCustomer(db()));
  theirs = await createMachine(db(), { facilityId: other, make: "Sun" });
  admin = (await createUser(db(), { role: "admin", customerId })).actor;
  user = (await createUser(db(), { role: "user", customerId, facilityIds: [facilityId] })).actor;
  const row = { deviceId: machine.id, name: "PLC", spec: "ControlLogix", createdAt: NOW };
  const [sampler] = await db()
    .insert(samplers)
    .values({ ...row, updatedAt: NOW })
    .returning();
  await db().insert(telemetryDefinitions).values({
    samplerId: sampler!.id,
    deviceId: machine.id,
    machineKey: "Oven.Temp",
    humanKey: "oven",
    createdAt: NOW,
  });
  bench.map({ "Oven.Temp": "oven" });
  const junk = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`junk_${name}`, [1]]));
  await bench.post([{ times: [NOW], tags: { machine_speed: [1], "Oven.Temp": [2], ...junk } }]);
});

const deps = (actor: Actor = admin!) =>
  ({ db: db(), now: NOW, actor, recorder: () => bench.recorder() }) as never;
const told = () =>
  db()
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, "machine.metrics_forgotten"))
    .all();
const names = async () => (await listMetrics(deps(), machine!.id)).map(({ name }) => name);

it("a machine's metrics are told with what they are", async () => {
  const all = await listMetrics(deps(), machine!.id);
  const at = new Date(NOW).toISOString();
  expect(all.filter(({ name }) => !name.startsWith("junk"))).toEqual([
    { name: "machine_speed", kind: "known", last_sample_at: at },
    { name: "oven", kind: "mapped", last_sample_at: at },
  ]);
  expect(all).toContainEqual({ name: "junk_a", kind: "unmapped", last_sample_at: at });
});

it("an unmapped one is forgotten, told in the log, and not found again", async () => {
  const asked = { names: ["junk_a"], samples: "delete" as const };
  expect(await forgetMetrics(deps(), machine!.id, asked)).toEqual(["junk_a"]);
  expect(await names()).not.toContain("junk_a");
  expect(await told()).toMatchObject([
    { actorUserId: admin!.userId, before: { metrics: ["junk_a"] }, after: { samples: "delete" } },
  ]);
  expect(await forgetMetrics(deps(), machine!.id, asked)).toEqual([]);
  expect(await told()).toHaveLength(1);
});

it("one that is known or mapped stays; what stood beside it in the question is forgotten", async () => {
  await expect(
    forgetMetrics(deps(), machine!.id, { names: ["junk_b", "oven"], samples: "keep" }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect(await names()).toEqual(["junk_c", "junk_d", "junk_e", "machine_speed", "oven"]);
});

it("who may not manage samplers, or not see the machine, forgets nothing", async () => {
  const asked = { names: ["junk_c"], samples: "delete" as const };
  await expect(forgetMetrics(deps(user), machine!.id, asked)).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(forgetMetrics(deps(), theirs!.id, asked)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(listMetrics(deps(user), machine!.id)).rejects.toMatchObject({ code: "forbidden" });
  expect(await names()).toContain("junk_c");
});

it("the page's form forgets those that were chosen, and refuses what is no list of names", async () => {
  const send = async (list: string, samples: string) => {
    const form = new FormData();
    const fields = { intent: "forget-metrics", names: list, samples };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const ctx = { ...(deps() as ActorDeps), actor: admin! };
    const { data, init } = await answerSamplersForm(ctx, machine!.id, form);
    return { done: data.done as unknown, status: init?.status ?? 200 };
  };
  for (const list of ["", "junk_d", "[]", "[1]", '["",""]', "{}", `["${"x".repeat(200)}"]`])
    expect(await send(list, "delete")).toEqual({ done: null, status: 422 });
  expect(await send('["junk_d"]', "burn")).toEqual({ done: null, status: 422 });
  expect(await send('["junk_d","junk_e"]', "delete")).toEqual({
    done: { names: ["junk_d", "junk_e"] },
    status: 200,
  });
  expect(await names()).toEqual(["junk_c", "machine_speed", "oven"]);
});
