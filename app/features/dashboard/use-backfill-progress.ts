import { useEffect, useRef, useState } from "react";
import { arrivingMachines, incompleteMachines, knownSince, type KnownSince } from "./arriving.ts";
import type { Fleet, FleetHistory } from "./fleet-types.ts";

/** Reads that must show progress before a past that does not grow is taken for a new machine's. */
const PATIENT_READS = 3;

/**
 * Machines whose past is still being written: those whose samplers say so, and those whose known past grew
 * between two reads of the page. `isWatching` asks for the next read soon.
 */
export function useBackfillProgress(
  fleet: Fleet,
  history: FleetHistory | null,
): { machines: number; isWatching: boolean } {
  const before = useRef<KnownSince>(new Map());
  const idleReads = useRef(0);
  const [seen, setSeen] = useState<{ arriving: number[]; isWatching: boolean }>({
    arriving: [],
    isWatching: false,
  });
  useEffect(() => {
    if (history === null) return;
    const since = knownSince(history);
    const incomplete = incompleteMachines(history, since);
    const arriving = arrivingMachines(before.current, since, incomplete);
    before.current = since;
    idleReads.current = arriving.length > 0 ? 0 : idleReads.current + 1;
    const isWatching = incomplete.length > 0 && idleReads.current <= PATIENT_READS;
    // A page whose past is whole is not drawn anew to hear so.
    setSeen((last) =>
      last.arriving.length + arriving.length === 0 && last.isWatching === isWatching
        ? last
        : { arriving, isWatching },
    );
  }, [history]);
  const told = fleet.machines.filter(({ historyArriving }) => historyArriving).map(({ id }) => id);
  const machines = new Set([...seen.arriving, ...told]).size;
  return { machines, isWatching: machines > 0 || seen.isWatching };
}
