import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { customers } from "#app/db/schema/index.ts";
import { CUSTOMER_LOGOS } from "#app/domain/customer-logos.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createUser } from "#tests/factories/people.ts";
import { findCustomerLogo } from "./find-customer-logo.server.ts";

const db = openTestDb();
const [logo, other] = CUSTOMER_LOGOS;

it("is that of the first customer for everybody but superusers, and the product's own when there is none", async () => {
  const [mine, theirs] = [await createCustomer(db()), await createCustomer(db())];
  const give = (id: number, name: string | null) =>
    db().update(customers).set({ logo: name }).where(eq(customers.id, id));
  await give(mine, logo);
  await give(theirs, other);
  const of = async (role: "user" | "admin" | "superuser", customerId: number | null) =>
    (await findCustomerLogo({ db: db() }, (await createUser(db(), { role, customerId })).actor))
      .logo;
  expect([await of("user", mine), await of("admin", theirs), await of("superuser", null)]).toEqual([
    logo,
    other,
    null,
  ]);
  await give(mine, "../../etc/passwd");
  expect(await of("user", mine)).toBeNull();
});

it("costs nothing but itself when it cannot be found, which its reader is told", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { actor } = await createUser(db(), { role: "user" });
  expect(await findCustomerLogo({ db: null as never }, { ...actor, customerId: 1 })).toEqual({
    ...{ logo: null, isLogoUnread: true },
  });
  expect(told).toHaveBeenCalledOnce();
});
