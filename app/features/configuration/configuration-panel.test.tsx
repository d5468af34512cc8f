import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { devices, facilities } from "#app/db/schema/index.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant, NOW } from "#tests/factories/people.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import { ConfigurationPanel } from "./configuration-panel.tsx";
import { loadConfiguration } from "./load-configuration.server.ts";

const db = openTestDb();

it("says why a machine is out of service and what brings it back, with what can be read of it", async () => {
  const { deviceId, facilityId, superuser: actor } = await createPlant(db());
  const facilityPage = `/facilities/${facilityId}"`;
  const show = async () => {
    const deps = { db: db(), actor };
    const machine = await requireMachine(deps, deviceId);
    const configuration = await loadConfiguration(deps, machine);
    const panel = <ConfigurationPanel machine={machine} configuration={configuration} />;
    const html = await draw(await asPage(panel));
    return { html, text: readText(html, " ") };
  };
  await db().update(devices).set({ manufacturerSerialNumber: "MS-77" });
  const inService = await show();
  expect(inService.text).toContain("Retire the machine");
  expect(inService.html).not.toContain(facilityPage);
  expect(inService.text).not.toContain("bring back into service");

  await db().update(devices).set({ retiredAt: NOW }).where(eq(devices.id, deviceId));
  const retired = await show();
  expect(retired.text).toContain("It is out of all lists and counts");
  expect(retired.text).toContain("MS-77");
  expect(retired.html).not.toContain(facilityPage);

  await db().update(facilities).set({ retiredAt: NOW }).where(eq(facilities.id, facilityId));
  const both = await show();
  expect(both.text).toContain("It was retired, and its facility is closed.");
  expect(both.html).toContain(facilityPage);
  expect(both.text).not.toContain("Choose a facility");

  await db().update(devices).set({ retiredAt: null }).where(eq(devices.id, deviceId));
  const closed = await show();
  expect(closed.text).toContain("Its facility is closed.");
  expect(closed.html).toContain(facilityPage);
  expect(closed.text).toContain("Choose a facility");
  expect(closed.text).toContain("Choose another one here and save: then the machine is in service");
  expect(closed.text).toContain("Save and bring back into service");
  expect(closed.text).not.toContain("Retire the machine");
});
