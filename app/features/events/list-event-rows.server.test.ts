import { expect, test } from "vitest";
import { events } from "#app/db/schema/index.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { findShownEvent } from "./find-shown-event.server.ts";
import { listEventRows } from "./list-event-rows.server.ts";

const db = openTestDb();

test("tables have a machine's events of the classes that are shown, with their downtime and no others'", async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  const machine = await createMachine(db(), { facilityId });
  const other = await createMachine(db(), { facilityId });
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const event = { startAt: NOW - 7_200_000, endAt: NOW - 3_600_000, createdAt: NOW };
  const made = await db()
    .insert(events)
    .values([
      { ...event, deviceId: machine.id, name: "Plain" },
      { ...event, deviceId: machine.id, name: "Four", kiwiClass: 4, startAt: NOW - 5_000_000 },
      { ...event, deviceId: machine.id, name: "Noise", kiwiClass: 5 },
      {
        ...event,
        deviceId: machine.id,
        name: "Down",
        startAt: NOW - 9_000_000,
        downtimeStartAt: NOW - 8_000_000,
        downtimeEndAt: NOW - 7_000_000,
      },
      { ...event, deviceId: other.id, name: "Elsewhere" },
    ])
    .returning({ id: events.id, name: events.name });
  const idOf = (name: string) => made.find((each) => each.name === name)!.id;

  const rows = await listEventRows({ db: db(), actor }, { device: machine.id });
  expect(rows.map(({ name, downtimeMs }) => [name, downtimeMs])).toEqual([
    ["Four", null],
    ["Plain", null],
    ["Down", 1_000_000],
  ]);
  const find = (name: string) =>
    findShownEvent({ db: db() }, { deviceId: machine.id, eventId: idOf(name) });
  expect((await find("Down"))?.name).toBe("Down");
  expect([await find("Noise"), await find("Elsewhere")]).toEqual([null, null]);

  const { actor: foreign } = await createUser(db(), {
    role: "admin",
    customerId: await createCustomer(db()),
  });
  await expect(
    listEventRows({ db: db(), actor: foreign }, { device: machine.id }),
  ).rejects.toMatchObject({ code: "not_found" });
});
