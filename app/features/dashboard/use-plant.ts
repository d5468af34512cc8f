import { useCallback, useEffect, useState } from "react";
import type { FleetHistory, FleetMachine } from "./fleet-types.ts";
import { inTurns } from "#app/components/in-turns.ts";
import { MOST_PLANT_CARDS, PLANT_CARDS, type PlantMachines } from "./large-fleet.ts";
import { unpackHistory, type PackedHistory } from "./packed-history.ts";

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
type Status = "reading" | "ready" | "failed";

/** The machines of a plant, some at a time, with their past; all that is shown is read again when `version` changes. */
export function usePlant(plantId: number, version: number): ShownPlant {
  const [held, setHeld] = useState<Held>({ parts: [], total: 0, past: null });
  const [wanted, setWanted] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<Status>("reading");
  const [turns] = useState(() => plantTurns(plantId, { change: setHeld, setStatus }));
  useEffect(() => turns.ask({ version, wanted }), [turns, version, wanted, attempt]);
  useEffect(() => turns.end, [turns]);
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

type PlantPort = {
  change: (next: (last: Held) => Held) => void;
  setStatus: (status: Status) => void;
  ask?: Ask;
};

/** Reads a plant part by part. A page that is read anew meanwhile waits for what is under way, however slow that is. */
export function plantTurns(plantId: number, { change, setStatus, ask = askPlant }: PlantPort) {
  /** By part, for which version it was read. */
  const readFor = new Map<number, number>();
  return inTurns<{ version: number; wanted: number }, true>({
    read: async ({ version, wanted }, signal) => {
      setStatus("reading");
      for (let part = 0; part < wanted; part++) {
        if (readFor.get(part) === version) continue;
        const search = `facility=${plantId}&from=${part * PLANT_CARDS}`;
        const { machines, total } = await ask<PlantMachines>(search, signal);
        change((last) => ({ ...last, parts: last.parts.toSpliced(part, 1, machines), total }));
        const past = unpackHistory(await ask<PackedHistory>(`${search}&past`, signal));
        change((last) => ({
          ...last,
          past: { ...past, machines: { ...last.past?.machines, ...past.machines } },
        }));
        readFor.set(part, version);
      }
      return true;
    },
    tell: (isRead) => setStatus(isRead ? "ready" : "failed"),
  });
}

type Ask = <T>(search: string, signal: AbortSignal) => Promise<T>;

const askPlant: Ask = async <T>(search: string, signal: AbortSignal) => {
  const answer = await fetch(`/dashboard/plant?${search}`, {
    signal,
    headers: { accept: "application/json" },
  });
  if (!answer.ok || answer.redirected) throw new Error(`plant: ${answer.status}`);
  return (await answer.json()) as T;
};
