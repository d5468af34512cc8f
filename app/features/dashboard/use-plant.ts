import { useCallback, useEffect, useRef, useState } from "react";
import type { FleetHistory, FleetMachine } from "./fleet-types.ts";
import { MOST_PLANT_CARDS, PLANT_CARDS, type PlantMachines } from "./large-fleet.ts";

export type ShownPlant = {
  /** null before the first answer. */
  machines: FleetMachine[] | null;
  /** Of the machines that are there; null while it is on its way. */
  past: FleetHistory | null;
  /** Machines that are not shown yet and may be asked for. */
  more: number;
  isReading: boolean;
  failed: boolean;
  showMore: () => void;
  retry: () => void;
};

type Held = { parts: readonly FleetMachine[][]; total: number; past: FleetHistory | null };

/** The machines of a plant, some at a time, with their past; all that is shown is read again when `version` changes. */
export function usePlant(plantId: number, version: number): ShownPlant {
  const [held, setHeld] = useState<Held>({ parts: [], total: 0, past: null });
  const [wanted, setWanted] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<"reading" | "ready" | "failed">("reading");
  /** By part, for which version it was read. */
  const readFor = useRef(new Map<number, number>());
  useEffect(() => {
    const asked = new AbortController();
    const { signal } = asked;
    const read = async () => {
      setStatus("reading");
      for (let part = 0; part < wanted; part++) {
        if (readFor.current.get(part) === version) continue;
        const search = `facility=${plantId}&from=${part * PLANT_CARDS}`;
        const { machines, total } = await ask<PlantMachines>(search, signal);
        setHeld((last) => ({ ...last, parts: last.parts.toSpliced(part, 1, machines), total }));
        const past = await ask<FleetHistory>(`${search}&past`, signal);
        setHeld((last) => ({
          ...last,
          past: { ...past, machines: { ...last.past?.machines, ...past.machines } },
        }));
        readFor.current.set(part, version);
      }
      setStatus("ready");
    };
    read().catch(() => {
      if (!signal.aborted) setStatus("failed");
    });
    return () => asked.abort();
  }, [plantId, version, wanted, attempt]);
  const machines = held.parts.length === 0 ? null : held.parts.flat();
  return {
    machines,
    past: held.past,
    more: Math.max(0, Math.min(held.total, MOST_PLANT_CARDS) - wanted * PLANT_CARDS),
    isReading: status === "reading",
    failed: status === "failed",
    showMore: useCallback(() => setWanted((parts) => parts + 1), []),
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}

async function ask<T>(search: string, signal: AbortSignal): Promise<T> {
  const answer = await fetch(`/dashboard/plant?${search}`, {
    signal,
    headers: { accept: "application/json" },
  });
  if (!answer.ok || answer.redirected) throw new Error(`plant: ${answer.status}`);
  return (await answer.json()) as T;
}
