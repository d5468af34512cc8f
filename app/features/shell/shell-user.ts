import type { Role } from "#app/domain/access/types.ts";
import type { CustomerLogo } from "#app/domain/customer-logos.ts";

/** What the shell shows of the person signed in. */
export type ShellUser = {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  customerId: number | null;
  termsAccepted: boolean;
  /** The logo of their customer; null for the product's own. */
  logo: CustomerLogo | null;
  /** The logo could not be read: the product's own stands in for it. */
  isLogoUnread: boolean;
  /** Whether the first steps of a new installation are offered. */
  hasFirstSteps: boolean;
  /** Whether page views are counted: an agent is on, and cookies were agreed to. */
  isCounted: boolean;
};
