/** Jobs of a machine over a range, from what its order system sent. */
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { Sample } from "#app/domain/series/types.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { listJobs } from "./list-jobs.server.ts";

const db = openTestDb();
let admin: Actor;
let stranger: Actor;
let machine: { id: number };
let withoutOrders: { id: number };

beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const facilityId = await createFacility(db(), acme);
  machine = await createMachine(db(), { facilityId, kiwiplan: true });
  withoutOrders = await createMachine(db(), { facilityId, kiwiplan: false });
  admin = (await createUser(db(), { role: "admin", customerId: acme })).actor;
  stranger = (await createUser(db(), { role: "admin", customerId: globex })).actor;
});

type Reads = [startMs: number, endMs: number][];

/** A store with an order number each minute, as told by the times at which it changed; and what was read of it. */
function storeOf(orders: readonly [fromMs: number, number: string][]) {
  const reads: Reads = [];
  const numberAt = (timeMs: number) => orders.findLast(([fromMs]) => fromMs <= timeMs)?.[1];
  const changes: SeriesReader["changes"] = ({ startMs, endMs }) => {
    reads.push([startMs, endMs]);
    const found: Sample[] = [];
    for (let timeMs = Math.ceil(startMs / MINUTE_MS) * MINUTE_MS; timeMs < endMs;) {
      const value = numberAt(timeMs);
      if (value !== undefined && value !== found.at(-1)?.value) found.push({ timeMs, value });
      timeMs += MINUTE_MS;
    }
    return Promise.resolve({ kiwiplan_order_number: found });
  };
  return { series: { changes }, reads };
}

const jobsIn = async (
  series: Pick<SeriesReader, "changes">,
  [startMs, endMs]: readonly [number, number],
  { actor = admin, device = machine.id, now = NOW } = {},
) =>
  (
    await listJobs({ db: db(), actor, now, series }, { device: String(device), startMs, endMs })
  ).map(({ orderNumber, startMs: from, endMs: to }) => [orderNumber, from, to]);

it("are those that overlap the range, with their whole length, in one read", async () => {
  const at = (hours: number) => NOW - hours * HOUR_MS;
  const { series, reads } = storeOf([
    [NOW - 100 * DAY_MS, "A-0"],
    [at(25), "A-1"],
    [at(5), "A-2"],
    [at(3), ""],
    [at(2), "A-3"],
  ]);
  expect(await jobsIn(series, [at(6), at(4)])).toEqual([
    ["A-1", at(25), at(5)],
    ["A-2", at(5), at(3)],
  ]);
  expect(reads.length).toBe(1);
  // The range ends where a job begins, and a job goes on now.
  expect(await jobsIn(series, [at(3), at(2)])).toEqual([]);
  expect(await jobsIn(series, [at(2), NOW])).toEqual([["A-3", at(2), NOW]]);
  expect(await jobsIn(series, [NOW - 90 * DAY_MS, at(26)])).toEqual([
    ["A-0", NOW - 98 * DAY_MS, at(25)],
  ]);
});

it("that stood for days begin and end where they did, up to eight days beyond the range", async () => {
  const middle = NOW - 20 * DAY_MS;
  const { series } = storeOf([
    [middle - 20 * DAY_MS, "OLD"],
    [middle - 5 * DAY_MS, "LONG"],
    [middle + 6 * DAY_MS, "NEXT"],
  ]);
  const hour = [middle, middle + HOUR_MS] as const;
  expect(await jobsIn(series, hour)).toEqual([["LONG", middle - 5 * DAY_MS, middle + 6 * DAY_MS]]);
  // Of one that stands still, nothing beyond is read.
  const still = storeOf([[middle - 40 * DAY_MS, "STILL"]]);
  expect(await jobsIn(still.series, hour)).toEqual([
    ["STILL", middle - 8 * DAY_MS, middle + HOUR_MS + 8 * DAY_MS],
  ]);
  expect(still.reads.length).toBe(3);
});

it("are nobody's who does not see the machine, and none where its orders are not shown", async () => {
  const { series, reads } = storeOf([[NOW - DAY_MS, "A-1"]]);
  const range = [NOW - HOUR_MS, NOW] as const;
  await expect(jobsIn(series, range, { actor: stranger })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await jobsIn(series, range, { device: withoutOrders.id })).toEqual([]);
  expect(reads).toEqual([]);
});
