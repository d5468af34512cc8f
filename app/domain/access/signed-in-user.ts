import type { Make, Role } from "./types.ts";

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
