import type { Role } from "~/domain/access/types";
import type { CustomerLogo } from "~/domain/customer-logos";

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
};
