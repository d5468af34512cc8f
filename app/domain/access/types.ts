import type { AuditMeans } from "./audit.ts";

export const ROLES = ["user", "admin", "superuser", "oem_superuser"] as const;
export type Role = (typeof ROLES)[number];
/** Of a customer's people; the others are the provider's staff. */
export const CUSTOMER_ROLES = ["user", "admin"] as const satisfies readonly Role[];

/** A paired wall display is nobody's account: it has a role of its own, which no user can have. */
export const DISPLAY = "display" as const;
export const ACTOR_ROLES = [...ROLES, DISPLAY] as const;
export type ActorRole = (typeof ACTOR_ROLES)[number];

export const MAKES = ["Sun", "LMC", "Fosber", "Ward"] as const;
export type Make = (typeof MAKES)[number];

/** Who acts: taken from the session, handed to every use case. */
export type Actor = {
  /** Of a display and a service account: 0, nobody's; what they write is signed with `authorOf`. */
  userId: number;
  /** Of an API token or a display: a number of its own, negative, so that it and its sockets end like a session. */
  sessionId: number;
  role: ActorRole;
  /** null for the provider's staff. */
  customerId: number | null;
  /** Of an oem_superuser, and of a display that one of them paired. */
  make: Make | null;
  /** Facilities assigned to a user or chosen for a display; read for no other role. */
  facilityIds: readonly number[];
  /** Of a form below a machine's address: every other machine is as if it were not there. */
  onlyMachineId?: number;
  /** What it came with, where that is no session of a person's own. */
  means?: AuditMeans;
};

/** The account that signs what an actor writes; null: a display's or a service account's, which are nobody's. */
export const authorOf = ({ userId }: Pick<Actor, "userId">): number | null =>
  userId === 0 ? null : userId;
