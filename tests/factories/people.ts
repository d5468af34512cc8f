/** Rows for tests of use cases: each call makes new ones, so tests of a file share a database without meeting. */
import type { Db } from "#app/db/client.server.ts";
import {
  customers,
  devices,
  facilities,
  sessions,
  userFacilities,
  users,
} from "#app/db/schema/index.ts";
import { hashPassword, newToken, sha256Hex } from "#app/db/secrets.ts";
import type { Actor, Make, Role } from "#app/domain/access/types.ts";
import { CHEAP } from "./cheap-hash.ts";

/** A Thursday in November 2026. */
export const NOW = Date.UTC(2026, 10, 19, 15, 0, 0);

let counter = 0;
const next = (): number => ++counter;

export async function createCustomer(db: Db): Promise<number> {
  const n = next();
  const row = {
    name: `Customer ${n}`,
    contactName: "Pat",
    contactEmail: `c${n}@x.example`,
    contactPhone: "+14235550100",
    city: "Rome",
    createdAt: NOW,
  };
  return idOf(await db.insert(customers).values(row).returning({ id: customers.id }));
}

export async function createFacility(
  db: Db,
  customerId: number,
  timezone = "America/Chicago",
): Promise<number> {
  const row = {
    customerId,
    name: `Plant ${next()}`,
    city: "Rome",
    state: "GA",
    country: "usa" as const,
    timezone,
    contactName: "Pat",
    contactEmail: "p@x.example",
    contactPhone: "+14235550100",
    createdAt: NOW,
  };
  return idOf(await db.insert(facilities).values(row).returning({ id: facilities.id }));
}

export async function createMachine(
  db: Db,
  machine: {
    facilityId: number | null;
    make?: Make;
    name?: string;
    serialNumber?: string;
    serviceTierId?: number;
    kiwiplan?: boolean;
  },
): Promise<{ id: number; serialNumber: string }> {
  const n = next();
  const serialNumber = machine.serialNumber ?? `T-${n}`;
  const row = {
    make: "Sun" as const,
    model: "625",
    name: `Machine ${String(n).padStart(4, "0")}`,
    createdAt: NOW,
    ...machine,
    serialNumber,
  };
  return {
    id: idOf(await db.insert(devices).values(row).returning({ id: devices.id })),
    serialNumber,
  };
}

export type Plant = {
  customerId: number;
  facilityId: number;
  /** Of its one machine. */
  deviceId: number;
  admin: Actor;
  user: Actor;
  superuser: Actor;
  /** An admin of another customer. */
  stranger: Actor;
};

/** A customer with a facility, a machine, and a person of each kind. */
export async function createPlant(db: Db): Promise<Plant> {
  const customerId = await createCustomer(db);
  const facilityId = await createFacility(db, customerId);
  const { id: deviceId } = await createMachine(db, { facilityId });
  const facilityIds = [facilityId];
  const { actor: admin } = await createUser(db, { role: "admin", customerId, facilityIds });
  const { actor: user } = await createUser(db, { role: "user", customerId, facilityIds });
  const { actor: superuser } = await createUser(db, { role: "superuser" });
  const { actor: stranger } = await createUser(db, {
    role: "admin",
    customerId: await createCustomer(db),
  });
  return { customerId, facilityId, deviceId, admin, user, superuser, stranger };
}

type NewUser = {
  role: Role;
  customerId?: number | null;
  make?: Make | null;
  facilityIds?: number[];
  password?: string;
  status?: "active" | "disabled";
  resetPassword?: boolean;
};

export async function createUser(
  db: Db,
  { facilityIds = [], password, ...user }: NewUser,
): Promise<{ actor: Actor; email: string }> {
  const email = `person${next()}@x.example`;
  const passwordHash = password === undefined ? null : await hashPassword(password, CHEAP);
  const row = { firstName: "Kim", lastName: "Lee", email, passwordHash, createdAt: NOW, ...user };
  const userId = idOf(await db.insert(users).values(row).returning({ id: users.id }));
  if (facilityIds.length > 0)
    await db
      .insert(userFacilities)
      .values(facilityIds.map((facilityId) => ({ userId, facilityId })));
  const actor = {
    userId,
    sessionId: 0,
    role: user.role,
    customerId: user.customerId ?? null,
    make: user.make ?? null,
    facilityIds,
  };
  return { actor, email };
}

/** A session that lives a day. */
/** The person of a row of `users`, before a session is opened; without facilities of their own. */
export const actorOf = (row: typeof users.$inferSelect): Actor => ({
  userId: row.id,
  sessionId: 0,
  role: row.role,
  customerId: row.customerId,
  make: row.make,
  facilityIds: [],
});

export async function createSession(
  db: Db,
  actor: Actor,
  now = NOW,
): Promise<{ token: string; actor: Actor }> {
  const token = newToken();
  const row = {
    tokenHash: sha256Hex(token),
    userId: actor.userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + 24 * 3_600_000,
  };
  const sessionId = idOf(await db.insert(sessions).values(row).returning({ id: sessions.id }));
  return { token, actor: { ...actor, sessionId } };
}

function idOf(rows: { id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error("nothing was inserted");
  return row.id;
}
