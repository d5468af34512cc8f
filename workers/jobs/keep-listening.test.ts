import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { NOW } from "#tests/factories/people.ts";
import { countRests } from "#tests/factories/rests.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { keepListening } from "./keep-listening.ts";

const db = openTestDb();
const MACHINES = 1_200;
const RUN_MS = 5 * MINUTE_MS;

beforeAll(async () => {
  const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MACHINES})`;
  await db().run(
    sql`insert into devices (serial_number, name, make, model, created_at) ${numbers} select 'S' || i, 'M' || i, 'Sun', '625', 1 from n`,
  );
  await db().run(
    sql`insert into alarms (device_id, name, function, arguments, created_at) select id, 'Silent', 'no_data_for_time_period', '{"period":60000,"source":"machine"}', 1 from devices`,
  );
});

it("a large fleet's machines have a turn each, and their recorders are told how often", async () => {
  const turns: { id: number; everyMs: number }[] = [];
  const recorder = (id: number) => ({
    listen: async (_version: number, everyMs: number) => void turns.push({ id, everyMs }),
  });
  const rests = countRests();
  for (const run of [0, 1, 2]) await keepListening({ db: db(), now: NOW + run * RUN_MS, recorder });
  expect(new Set(turns.map(({ id }) => id)).size).toBe(MACHINES);
  // After each few of them.
  expect(rests()).toBeGreaterThanOrEqual(MACHINES / 6);
  expect(new Set(turns.map(({ everyMs }) => everyMs))).toEqual(new Set([3 * RUN_MS]));
});

it("one whose recorder fails leaves the others their turn", async () => {
  let asked = 0;
  const recorder = () => ({
    listen: async () => {
      asked += 1;
      if (asked === 3) throw new Error("away");
    },
  });
  expect(await keepListening({ db: db(), now: NOW, recorder })).toEqual({ asked: 400, failed: 1 });
});
