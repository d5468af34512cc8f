import { expect, it } from "vitest";
import { serviceTiers } from "#app/db/schema/index.ts";
import type { TierFlags } from "#app/domain/access/permissions.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createUser } from "#tests/factories/people.ts";
import { findWorkLock } from "./load-attention.server.ts";

const db = openTestDb();
const machine = (maintenance: boolean) => ({
  serviceTier: { ui: true, maintenance, maintenanceUnlimited: false } as TierFlags,
});

it("work is locked where no machine's tier has maintenance, with the first tier that has", async () => {
  await db()
    .insert(serviceTiers)
    .values([
      { id: 91, name: "Tier 1", ui: true },
      { id: 92, name: "Tier 2", ui: true, maintenance: true },
    ]);
  const customerId = await createCustomer(db());
  const { actor } = await createUser(db(), { role: "admin", customerId });
  const { actor: provider } = await createUser(db(), { role: "superuser" });
  const lacking = [machine(false), { serviceTier: null }];
  const locked = { needed: "Tier 2" };
  expect(await findWorkLock({ db: db(), actor }, lacking)).toEqual(locked);
  expect(await findWorkLock({ db: db(), actor }, [...lacking, machine(true)])).toBeNull();
  expect(await findWorkLock({ db: db(), actor }, [])).toBeNull();
  expect(await findWorkLock({ db: db(), actor: provider }, lacking)).toBeNull();
});
