/** Who may, who may a part, and who must see nothing: people of two customers and of the provider. */
import { beforeAll } from "vitest";
import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { createCustomer, createFacility, createUser } from "./people.ts";

/** `user`, `colleague` and `admin` are of the first customer, `foreign` is the other one's admin, `oem` of the make Sun. */
export type Who = "user" | "colleague" | "admin" | "oem" | "superuser" | "foreign";

/** To be called once in a test file: they are made before all of its tests. `facilityId` is the first customer's. */
export function openTwoCustomers(db: () => Db) {
  const made = {} as { facilityId: number; actors: Record<Who, Actor> };
  beforeAll(async () => {
    const [customerId, other] = [await createCustomer(db()), await createCustomer(db())];
    made.facilityId = await createFacility(db(), customerId);
    const person = async (options: Parameters<typeof createUser>[1]) =>
      (await createUser(db(), options)).actor;
    const facilityIds = [made.facilityId];
    made.actors = {
      user: await person({ role: "user", customerId, facilityIds }),
      colleague: await person({ role: "user", customerId, facilityIds }),
      admin: await person({ role: "admin", customerId }),
      oem: await person({ role: "oem_superuser", make: "Sun" }),
      superuser: await person({ role: "superuser" }),
      foreign: await person({ role: "admin", customerId: other }),
    };
  });
  return made;
}
