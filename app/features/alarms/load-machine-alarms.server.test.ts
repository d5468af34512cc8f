import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import type { Db } from "#app/db/client.server.ts";
import { facilities } from "#app/db/schema/index.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { loadAlarmChoices } from "./load-machine-alarms.server.ts";

const db = openTestDb();

/** D1 that does not answer what SAP protocol a facility has. */
const withoutProtocol = (real: Db): Db =>
  new Proxy(real, {
    get(target, name) {
      if (name !== "select") return Reflect.get(target, name, target) as unknown;
      return (columns: object) => {
        if ("protocol" in columns) throw new Error("D1 is away");
        return target.select(columns as never);
      };
    },
  });

it("offers SAP where the facility has it, and all else of the form when nobody can say", async () => {
  const facilityId = await createFacility(db(), await createCustomer(db()));
  await db().update(facilities).set({ sapProtocol: "IP" }).where(eq(facilities.id, facilityId));
  const { id } = await createMachine(db(), { facilityId });
  const { actor } = await createUser(db(), { role: "superuser" });
  const machine = await requireMachine({ db: db(), actor }, id);
  const recorder = () => ({ metrics: () => Promise.resolve(["machine_speed"]) });
  const load = (from: Db) => loadAlarmChoices({ db: from, actor, now: NOW, recorder }, machine);
  expect(await load(db())).toMatchObject({ hasSap: true, tags: ["machine_speed"] });
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await load(withoutProtocol(db()))).toMatchObject({
    ...{ hasSap: null, tags: ["machine_speed"] },
  });
  expect(logged.mock.calls.flat().join()).toContain("sap_protocol_failed");
  logged.mockRestore();
});
