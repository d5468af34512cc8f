import type { Locale } from "#app/domain/preferences.ts";

/** What the account page shows; times are Unix milliseconds. */
export type AccountView = {
  firstName: string;
  lastName: string;
  email: string;
  /** Entered, but its link was not opened yet. */
  pendingEmail: string | null;
  phone: string | null;
  isPhoneVerified: boolean;
  notificationsEmail: boolean;
  locale: Locale;
  timeZone: string | null;
};
export type SessionView = {
  id: number;
  browser: string | null;
  system: string | null;
  isCurrent: boolean;
  signedInAt: number;
  lastSeenAt: number;
};
