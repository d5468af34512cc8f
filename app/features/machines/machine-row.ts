import type { StateSince } from "#app/domain/metrics/state-since.ts";
import type { InitialValue } from "#app/live/live-store.ts";

/** A machine in the list. */
export type MachineRow = {
  id: number;
  name: string;
  serialNumber: string;
  manufacturerSerialNumber: string | null;
  make: string;
  model: string;
  /** How many the reader may read. */
  comments: number;
  /** How many of its alarms are on; null: they could not be counted. */
  alarmsOn: number | null;
  /** When it went out of service, by itself or with its facility; null: it is in service. */
  retiredAt: number | null;
  /** null: not configured yet. */
  facility: { id: number; name: string; city: string; state: string; timezone: string } | null;
};

/** What of the list's page could not be read, beside the machines: comments and alarms counted, what a new machine may be. */
export type UnreadPart = "comments" | "alarms" | "adding";

/** What the list follows of each machine in sight. */
export const LISTED_METRICS = ["machine_state", "machine_speed"] as const;
export type ListedMetric = (typeof LISTED_METRICS)[number];
/** Newest values as they were read, by machine; a machine that could not be read, or was not asked, is left out. */
export type ListedValues = Record<
  number,
  Partial<Record<ListedMetric, InitialValue>> & { since?: StateSince | null }
>;
