/** Whether a sampler's tags are well: with a real recorder behind the use case, over a day of samples. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { samplers, telemetryDefinitions, telemetryTypes } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { maskAnswer } from "#app/domain/demo/mask-answer.ts";
import type { MaskWords } from "#app/domain/demo/names.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { IntakeSlot, TagsQuestion } from "#app/domain/series/recorder-port.ts";
import { recorderBench, SAMPLER } from "#workers/ingest/recorder/testing/recorder-bench.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { getSamplerHealth, toHealthJson } from "./get-sampler-health.server.ts";
import { MAX_JUDGED_AT_ONCE, samplerHealthJson } from "./health-contract.ts";

/** Samples of a quarter of an hour. */
const PER_POST = 30;
const db = openTestDb();
const bench = recorderBench(NOW);
const TAGS = {
  well: null,
  flat: null,
  slow: null,
  silent: null,
  never: null,
  range: "SINT",
  kind: "STRING",
  machine_state: "STRING",
  order_number: null,
  kiwiplan_quantity: "SINT",
} as const;
let machineId: number;
let samplerId: number;
let [admin, user, stranger]: Actor[] = [];

const deps = (actor = admin!) => ({
  db: db(),
  now: bench.nowMs(),
  actor,
  series: bench.reader,
  // The machine's sampler has another number at the bench.
  recorder: () => ({
    tagsByNeed: async (question: TagsQuestion) =>
      bench.recorder().tagsByNeed({ ...question, samplerId: SAMPLER }),
    intakeDay: async () => bench.recorder().intakeDay(SAMPLER),
  }),
});
/** The recorder knows the sampler's mappings as D1 has them now. */
const tellRecorder = async (id: number) => {
  const of = eq(telemetryDefinitions.samplerId, id);
  const rows = await db().select().from(telemetryDefinitions).where(of);
  bench.map(Object.fromEntries(rows.map(({ machineKey, humanKey }) => [machineKey, humanKey])));
};
const newSampler = async () => {
  const row = { deviceId: machineId, name: "PLC", spec: "ControlLogix", createdAt: NOW };
  const [made] = await db()
    .insert(samplers)
    .values({ ...row, updatedAt: NOW })
    .returning();
  return made!.id;
};

beforeAll(async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  machineId = (await createMachine(db(), { facilityId, make: "Sun" })).id;
  admin = (await createUser(db(), { role: "admin", customerId })).actor;
  user = (await createUser(db(), { role: "user", customerId, facilityIds: [facilityId] })).actor;
  const other = await createCustomer(db());
  stranger = (await createUser(db(), { role: "admin", customerId: other })).actor;
  samplerId = await newSampler();
  await db()
    .insert(telemetryTypes)
    .values([
      { samplerId, name: "SINT", type: "integer", members: [] },
      { samplerId, name: "STRING", type: "string", members: [] },
    ]);
  const types = await db().select().from(telemetryTypes).all();
  for (const [name, type] of Object.entries(TAGS))
    await db()
      .insert(telemetryDefinitions)
      .values({
        ...{ samplerId, deviceId: machineId, machineKey: `PLC.${name}`, humanKey: name },
        telemetryTypeId: types.find((one) => one.name === type)?.id ?? null,
        createdAt: NOW,
      });
  await tellRecorder(samplerId);
  // A sample each half minute since yesterday, up to now, sent each quarter of an hour.
  const times = Array.from({ length: 26 * 120 }, (_, at) => NOW - 26 * HOUR_MS + (at + 1) * 30_000);
  const tag = (valueOf: (timeMs: number, at: number) => number | string | null) =>
    times.map(valueOf);
  const sent = {
    machine_state: tag(() => "running"),
    order_number: tag(() => "SECRET-17"),
    kiwiplan_quantity: tag((timeMs, at) =>
      timeMs < NOW - 2 * HOUR_MS ? 40_000 + (at % 7) : 98_765,
    ),
    well: tag((_, at) => at % 7),
    flat: tag((timeMs, at) => (timeMs < NOW - HOUR_MS - MINUTE_MS ? at % 7 : 4)),
    slow: tag((timeMs, at) => (timeMs < NOW - HOUR_MS || at % 10 === 0 ? at % 7 : null)),
    silent: tag((timeMs, at) => (timeMs < NOW - 20 * MINUTE_MS ? at % 7 : null)),
    range: tag((timeMs, at) => (timeMs === NOW - 5 * MINUTE_MS ? 200 : at % 7)),
    kind: tag((_, at) => at % 7),
  };
  bench.advance(-26 * HOUR_MS);
  for (let from = 0; from < times.length; from += PER_POST) {
    const part = <T>(list: readonly T[]) => list.slice(from, from + PER_POST);
    const tags = Object.fromEntries(Object.entries(sent).map(([name, all]) => [name, part(all)]));
    bench.advance(15 * MINUTE_MS);
    await bench.post([{ times: part(times), tags }]);
  }
});

it("tells what needs somebody first, with figures, in the words of /v1 too", async () => {
  const health = await getSamplerHealth(deps(), samplerId, { page: 1 });
  const found = health.tags.map(({ humanKey, findings }) => [
    humanKey,
    ...findings.map(({ code }) => code),
  ]);
  expect(found).toEqual([
    ["never", "never"],
    ["silent", "silent"],
    ["slow", "slow"],
    ["flat", "flat"],
    ["range", "range"],
    ["kind", "kind"],
    ["kiwiplan_quantity"],
    ["machine_state"],
    ["order_number"],
    ["well"],
  ]);
  expect(health).toMatchObject({
    ...{ page: 1, count: 10, judged: { of: 10, notWell: 6 } },
    counts: { never: 1, silent: 1, heard: 8 },
  });
  expect(health.tags.find(({ humanKey }) => humanKey === "well")).toMatchObject({
    ...{ perMinute: 2, usualPerMinute: 2, typeName: null },
    lastSampleMs: NOW,
  });
  const json = toHealthJson(health);
  expect(samplerHealthJson.parse(json)).toEqual(json);
  expect(json.data.tags.flatMap(({ findings }) => findings)).toEqual([
    { code: "never" },
    { code: "silent", age_ms: 20 * MINUTE_MS + 30_000 },
    { code: "slow", per_minute: 0.2, usual_per_minute: 2 },
    { code: "flat", value: 4 },
    { code: "range", value: 200 },
    { code: "kind", kind: "text" },
  ]);
  expect(json.data.intake).toHaveLength(96);
  expect(json.data.intake.at(-1)).toMatchObject({ batches: 1, dropped: 0, rejected_by_reason: {} });
  expect(json.paging).toEqual({ page: 1, limit: 30, count: 10 });
});

it("an order's values are those of the sample order in demo mode", async () => {
  const health = await getSamplerHealth(deps(), samplerId, { page: 1 });
  expect(health.latest["order_number"]?.value).toBe("SECRET-17");
  const words = new Proxy({}, { get: () => () => "masked" }) as MaskWords;
  const masking = { words, order: 0, ownId: 0 };
  for (const answer of [health, toHealthJson(health)])
    expect(JSON.stringify(maskAnswer(answer, masking))).not.toMatch(/SECRET|98765/);
});

it("a long list is judged page by page, what never came and is silent first over all of it", async () => {
  const id = await newSampler();
  const rows = Array.from({ length: MAX_JUDGED_AT_ONCE + 1 }, (_, n) => ({
    ...{ samplerId: id, deviceId: machineId, machineKey: `K${n + 100}`, createdAt: NOW },
    humanKey: `many_${n + 100}`,
  }));
  for (let at = 0; at < rows.length; at += 10)
    await db()
      .insert(telemetryDefinitions)
      .values(rows.slice(at, at + 10));
  await tellRecorder(id);
  const sent = Object.fromEntries(rows.slice(0, 60).map(({ humanKey }) => [humanKey, [1]]));
  await bench.post([{ times: [NOW - 1_000], tags: sent }]);
  await bench.post([{ times: [NOW - HOUR_MS], tags: { many_160: [1] } }]);
  const page = (n: number) => getSamplerHealth(deps(), id, { page: n });
  const first = await page(1);
  expect(first.tags.slice(0, 2).map(({ humanKey }) => humanKey)).toEqual(["many_160", "many_100"]);
  expect(first).toMatchObject({ count: 61, judged: { of: 30, notWell: 1 } });
  expect((await page(3)).tags).toHaveLength(1);
  expect((await page(9)).page).toBe(3);
});

it("a tag that comes more often than in a history sent at once is well", async () => {
  const id = await newSampler();
  await db()
    .insert(telemetryDefinitions)
    .values({
      ...{ samplerId: id, deviceId: machineId, machineKey: "PLC.new", humanKey: "new" },
      createdAt: NOW,
    });
  await tellRecorder(id);
  // A sample a minute of the day before, then one a second of the last ten minutes.
  const times = Array.from({ length: 25 * 60 }, (_, at) => NOW - 26 * HOUR_MS + at * MINUTE_MS);
  const seconds = Array.from({ length: 600 }, (_, at) => NOW - 600_000 + at * 1_000);
  const intake: IntakeSlot[] = [];
  const all = [...times, ...seconds];
  await bench.post([{ times: all, tags: { "PLC.new": all.map((_, at) => at % 7) } }]);
  const ask = async () => {
    const recorder = () => ({ ...deps().recorder(), intakeDay: async () => intake });
    const health = await getSamplerHealth({ ...deps(), recorder }, id, { page: 1 });
    return health.tags[0];
  };
  expect(await ask()).toMatchObject({ perMinute: 60, usualPerMinute: null, findings: [] });
  // The same hours, had they come while they were.
  const slot = { batches: 1, accepted: 1, duplicate: 0, rejectedBy: {}, buffered: 0, dropped: 0 };
  for (let startMs = NOW - 26 * HOUR_MS; startMs < NOW; startMs += HOUR_MS / 2)
    intake.push({ startMs, ...slot });
  expect(await ask()).toMatchObject({ usualPerMinute: 1, findings: [{ code: "fast" }] });
});

it("what was deleted since the recorder listed it is left out", async () => {
  const id = await newSampler();
  bench.map({ gone: "gone" });
  const health = await getSamplerHealth(deps(), id, { page: 1 });
  expect(health).toMatchObject({ tags: [], judged: { of: 0 } });
});

it("a sampler without mappings has nothing to judge", async () => {
  bench.map({});
  const health = await getSamplerHealth(deps(), await newSampler(), { page: 1 });
  expect(health).toMatchObject({ tags: [], count: 0, counts: { never: 0, silent: 0, heard: 0 } });
});

it("a recorder that is away is told in words", async () => {
  const away = {
    tagsByNeed: () => Promise.reject(new Error("away")),
    intakeDay: () => Promise.resolve([]),
  };
  const asked = getSamplerHealth({ ...deps(), recorder: () => away }, samplerId, { page: 1 });
  await expect(asked).rejects.toMatchObject({ code: "unavailable" });
});

it("who may not manage samplers, or not see the machine, is told nothing", async () => {
  const ask = (actor: Actor) => getSamplerHealth(deps(actor), samplerId, { page: 1 });
  await expect(ask(user!)).rejects.toMatchObject({ code: "forbidden" });
  await expect(ask(stranger!)).rejects.toMatchObject({ code: "not_found" });
});
