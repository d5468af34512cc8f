import { beforeAll, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { seedTestDemo } from "#tests/factories/demo.ts";
import { NOW } from "#tests/factories/people.ts";
import { machineDays } from "#app/db/schema/index.ts";
import { unpackHour } from "#app/domain/prediction/hour-facts.ts";
import { PAST_DAYS, writeDemoPast } from "./demo-past.ts";
import { DAY_MS } from "#app/domain/durations.ts";
const db = openTestDb();
let written = 0;
let machines: Awaited<ReturnType<typeof seedTestDemo>>["machines"] = [];
beforeAll(async () => {
  machines = (await seedTestDemo(db())).machines;
  written = await writeDemoPast(db(), machines, NOW);
});
const days = () => db().select().from(machineDays).orderBy(machineDays.deviceId, machineDays.day);

it("a new demo has weeks of every machine, up to where the simulator's own history begins, read for good", async () => {
  const rows = await days();
  expect([written, rows.length]).toEqual([
    machines.length * PAST_DAYS,
    machines.length * PAST_DAYS,
  ]);
  const last = rows.at(-1)!;
  expect(last.day + DAY_MS).toBeLessThanOrEqual(NOW - 3 * DAY_MS);
  expect(last.day + 2 * DAY_MS).toBeGreaterThan(NOW - 3 * DAY_MS);
  expect(rows.every(({ reads, hours }) => reads === 3 && hours.length === 24)).toBe(true);
});

it("they tell what the machines do: hours that ran, and downtimes where they break down", async () => {
  const hours = (await days()).flatMap(({ day, hours: packed }) =>
    packed.map((hour) => unpackHour(hour, day)),
  );
  const share = hours.filter(({ run }) => run > 30).length / hours.length;
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.9);
  expect(hours.flatMap(({ downs }) => downs).length).toBeGreaterThan(100);
});

it("is written once", async () => {
  expect(await writeDemoPast(db(), machines, NOW)).toBe(0);
});
