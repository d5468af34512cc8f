import type { SubmissionResult } from "@conform-to/react";
import type { Make } from "#app/domain/access/types.ts";
import type { Locale } from "#app/domain/preferences.ts";

/** A paired display as its page lists it. Times are Unix milliseconds. */
export type DisplayView = {
  id: number;
  name: string;
  customerId: number;
  customerName: string;
  make: Make | null;
  facilityIds: number[];
  locale: Locale;
  timeZone: string;
  createdAt: number;
  lastSeenAt: number | null;
};

export type FacilityView = {
  id: number;
  name: string;
  city: string;
  state: string;
  timezone: string;
  customerId: number;
};
/** Facilities by customer, by name. */
export type FacilityGroup = {
  customerId: number;
  customerName: string;
  facilities: FacilityView[];
};

/** What the page's forms are answered. */
export type DisplaysAnswer =
  | {
      intent: "pair";
      result: SubmissionResult<string[]>;
      paired: string | null;
      waitSeconds: number | null;
    }
  | { intent: "save"; id: number; result: SubmissionResult<string[]>; saved: string | null }
  | { intent: "revoke"; revoked: string | null };
