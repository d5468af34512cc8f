import type { Replacement } from "./replacement.ts";
import type { Make } from "#app/domain/access/types.ts";

/** What the configuration tab knows beside the machine itself. Times are Unix milliseconds. */
export type Configuration = {
  /** Under this name demo mode knows what it is. */
  machine: {
    id: number;
    manufacturerSerialNumber: string | null;
    microStopSeconds: number;
    kiwiplan: boolean;
    lastShadowUpdateAt: number | null;
    /** Out of service on its own account, whatever its facility is. */
    isItselfRetired: boolean;
    /** Going to an open one brings it back, once it is not retired itself. */
    isOfClosedFacility: boolean;
  };
  facilities: { id: number; name: string; city: string; state: string; customerId: number }[];
  /** Names of the facilities' customers; empty for who has one. */
  customers: { id: number; name: string }[];
  /** Those that the person may choose. */
  makes: Make[];
  models: [Make, string][];
  isSuperuser: boolean;
  /** Whether there is a machine whose place it could take. */
  canReplace: boolean;
  /** How it can take another machine's place; null for one that has its own, or while nobody asks. */
  replacement: Replacement | null;
};

export type ConfigurationDone = { id: number };
