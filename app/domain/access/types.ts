export const ROLES = ["user", "admin", "superuser", "oem_superuser"] as const;
export type Role = (typeof ROLES)[number];

export const MAKES = ["Sun", "LMC", "Fosber", "Ward"] as const;
export type Make = (typeof MAKES)[number];

/** Who acts: taken from the session, handed to every use case. */
export type Actor = {
  userId: number;
  /** Of an API token: its id, negative, so that it and its sockets end like a session. */
  sessionId: number;
  role: Role;
  /** null for the provider's staff. */
  customerId: number | null;
  /** Only for oem_superuser. */
  make: Make | null;
  /** Facilities assigned to a user; read only for role "user". */
  facilityIds: readonly number[];
};
