/** Users as /v1 answers them. */
import { z } from "zod";
import { MAKES, ROLES } from "#app/domain/access/types.ts";
import type { SessionRow } from "./list-sessions.server.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";

export const userJson = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  phone_verified_at: z.iso.datetime().nullable(),
  role: z.enum(ROLES),
  status: z.enum(["active", "disabled", "invited"]),
  customer_id: z.int().nullable(),
  facility_ids: z.array(z.int()),
  make: z.enum(MAKES).nullable(),
  reset_password: z.boolean(),
  /** Failed sign-ins since the last one that succeeded, within 15 minutes of each other. */
  login_attempts: z.int(),
  login_attempt_last_at: z.iso.datetime().nullable(),
  notifications_email: z.boolean(),
  terms_accepted_at: z.iso.datetime().nullable(),
  locale: z.enum(["en", "es"]).nullable(),
  time_zone: z.string().nullable(),
});

export const sessionJson = z.object({ data: z.object({ token: z.string(), user: userJson }) });

export const toUserJson = (user: SignedInUser): z.input<typeof userJson> => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  phone: user.phone,
  phone_verified_at: isoOrNull(user.phoneVerifiedAt),
  role: user.role,
  status: user.status,
  customer_id: user.customerId,
  facility_ids: user.facilityIds,
  make: user.make,
  reset_password: user.resetPassword,
  login_attempts: user.failedSignIns.length,
  login_attempt_last_at: isoOrNull(user.failedSignIns.at(-1) ?? null),
  notifications_email: user.notificationsEmail,
  terms_accepted_at: isoOrNull(user.termsAcceptedAt),
  locale: user.locale,
  time_zone: user.timeZone,
});

const isoOrNull = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

export const sessionRowJson = z.object({
  id: z.int(),
  /** The browser's and the system's own names; null where they say nothing. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  is_current: z.boolean(),
  signed_in_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

export const toSessionRowJson = (session: SessionRow): z.input<typeof sessionRowJson> => ({
  id: session.id,
  browser: session.browser,
  system: session.system,
  is_current: session.isCurrent,
  signed_in_at: new Date(session.signedInAt).toISOString(),
  last_seen_at: new Date(session.lastSeenAt).toISOString(),
  expires_at: new Date(session.expiresAt).toISOString(),
});
