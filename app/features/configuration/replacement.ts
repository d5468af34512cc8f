/** A new machine takes the place of another one: what is asked, and what is shown before. */
import { z } from "zod";
import { rowIdField } from "#app/domain/row-id-field.ts";

/** POST /v1/devices/{id}/replace and the dialog of the configuration tab. */
export const replaceForm = z.object({ device_id: rowIdField });

/** What moves to the new machine, by kind; its samples do in any case. */
export const MOVES = ["events", "comments", "maintenances", "alarms", "measures"] as const;
/** What goes with the machine that is replaced. */
export const ENDS = ["samplers", "keys", "mappings"] as const;

export type ReplacementPlan = {
  deviceId: number;
  /** How many of each. */
  moves: Record<(typeof MOVES)[number], number>;
  ends: Record<(typeof ENDS)[number], number>;
};

export type Replacement = {
  /** Whose place it can take. */
  machines: { id: number; name: string; serialNumber: string; facilityId: number }[];
  /** Of the chosen one; null while none is. */
  plan: ReplacementPlan | null;
};

/** Names the machine that goes: in the address while the dialog is open, empty while none is chosen. */
export const REPLACES = "replaces";
