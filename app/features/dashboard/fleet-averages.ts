import { maxOf, minOf } from "#app/domain/extremes.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import type { FleetAverages, MachineAverages, MachineMeans } from "./fleet-types.ts";

/** Readings that begin no further apart are of one length. */
const UNEVEN_MS = 2 * HOUR_MS;

/** The fleet's gauges: every machine that has a value counts alike; one without counts for nothing. null: it could not be read. */
export function fleetAverages(all: readonly (MachineAverages | null)[]): FleetAverages {
  const machines = all.filter((machine) => machine !== null);
  const mean = (key: keyof MachineMeans) => {
    const values = machines.flatMap((machine) => machine[key] ?? []);
    const value =
      values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length;
    return { value, machines: values.length };
  };
  const spans = machines.flatMap(({ uptime, productivity, spanMs }) =>
    uptime === null && productivity === null ? [] : (spanMs ?? []),
  );
  const longest = maxOf(spans);
  return {
    ...{ uptime: mean("uptime"), productivity: mean("productivity") },
    unread: all.length - machines.length,
    span: spans.length === 0 ? null : { ms: longest, isMost: minOf(spans) < longest - UNEVEN_MS },
  };
}

/**
 * Whether a mean is of at least half of the machines that may have a value. One that was read and has none, as it is off or
 * sends nothing, is not awaited: it may lack for days. One whose recorder is down for long does not silence all others either.
 */
export const isMajority = (counted: number, unread: number): boolean => counted >= unread;
