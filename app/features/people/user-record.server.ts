import { sql } from "drizzle-orm";
import type { Make, Role } from "#app/domain/access/types.ts";
import { userFacilities, users } from "#app/db/schema/index.ts";

/** Who is signed in, as pages and /v1 show it. Times are Unix milliseconds. */
export type SignedInUser = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  phoneVerifiedAt: number | null;
  role: Role;
  status: "active" | "disabled" | "invited";
  customerId: number | null;
  make: Make | null;
  facilityIds: number[];
  resetPassword: boolean;
  /** Times of failed sign-ins that count, oldest first. */
  failedSignIns: number[];
  notificationsEmail: boolean;
  termsAcceptedAt: number | null;
  locale: "en" | "es" | null;
  timeZone: string | null;
};

/** The columns of a SignedInUser but for the facilities. */
export const userColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phone: users.phone,
  phoneVerifiedAt: users.phoneVerifiedAt,
  role: users.role,
  status: users.status,
  customerId: users.customerId,
  make: users.make,
  resetPassword: users.resetPassword,
  failedSignIns: users.failedSignIns,
  notificationsEmail: users.notificationsEmail,
  termsAcceptedAt: users.termsAcceptedAt,
  locale: users.locale,
  timeZone: users.timeZone,
};

/** Ids of a user's facilities as a JSON text, in the same query. */
export const facilityIdsOfUser = sql<string>`(select json_group_array(${userFacilities.facilityId}) from ${userFacilities} where ${userFacilities.userId} = ${users.id})`;
