import type { SubmissionResult } from "@conform-to/react";
import type { TokenAnswer } from "./api-tokens.page.server.ts";
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
/** What a form of the page is answered: each section reads its own. */
export type AccountAnswer =
  | {
      intent: "details";
      result: SubmissionResult<string[]>;
      saved: Locale | null;
      /** The new address that a link was sent to. */
      askedEmail: string | null;
      waitSeconds: number | null;
    }
  | {
      intent: "password";
      done: boolean;
      result: SubmissionResult<string[]>;
      waitSeconds: number | null;
    }
  | { intent: "withdraw-email" }
  | { intent: "sessions"; ended: number; one: boolean }
  | TokenAnswer;
