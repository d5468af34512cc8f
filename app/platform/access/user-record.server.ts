import { sql } from "drizzle-orm";
import { userFacilities, users } from "#app/db/schema/index.ts";

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
