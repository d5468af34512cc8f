/** Somebody as whoever manages them sees them: with the state of their access, and where they belong. */
import type { Make, Role } from "#app/domain/access/types.ts";

/** Times are Unix milliseconds. */
export type ManagedPerson = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  role: Role;
  status: "active" | "disabled" | "invited";
  customerId: number | null;
  customerName: string | null;
  make: Make | null;
  facilityIds: number[];
  /** The only one; null with none or several. */
  facilityId: number | null;
  facilityName: string | null;
  resetPassword: boolean;
  /** Since when too many failed sign-ins lock the account. */
  lockedAt: number | null;
  /** Until when the set-up link works, of somebody who never chose a password; null: there is none any more. */
  setupUntil: number | null;
  notificationsEmail: boolean;
  locale: "en" | "es" | null;
};

/** What a person is shown as: the lock comes before everything else that an admin could do something about. */
export type AccessState = "active" | "disabled" | "invited" | "locked";
export const accessStateOf = ({
  status,
  lockedAt,
}: Pick<ManagedPerson, "status" | "lockedAt">): AccessState =>
  status === "active" && lockedAt !== null ? "locked" : status;

/** Somebody invited has no password to set anew, somebody disabled cannot use it, and one reset is enough. */
export const canBeReset = ({
  status,
  resetPassword,
}: Pick<ManagedPerson, "status" | "resetPassword">): boolean =>
  status === "active" && !resetPassword;
