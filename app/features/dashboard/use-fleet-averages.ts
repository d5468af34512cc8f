import { useEffect, useState } from "react";
import type { FleetAverages, FleetHistory, GaugeRange } from "./fleet-types.ts";
import { fleetAverages } from "./fleet-averages.ts";

type Answer = { range: GaugeRange; averages: FleetAverages | null };
export type ShownAverages = {
  /** null: not read yet, or not to be had. */
  averages: FleetAverages | null;
  status: "loading" | "ready" | "failed";
};

/** The gauges' values: over 4 hours they come with the page's past, over longer ranges they are asked for, and again with each new past. */
export function useFleetAverages(range: GaugeRange, history: FleetHistory | null): ShownAverages {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const windowEndMs = history?.windowEndMs ?? 0;
  useEffect(() => {
    if (range === "4hr") return;
    const asked = new AbortController();
    readAverages(range, asked.signal).then(
      (averages) => setAnswer({ range, averages }),
      () => {
        if (!asked.signal.aborted) setAnswer({ range, averages: null });
      },
    );
    return () => asked.abort();
  }, [range, windowEndMs]);
  if (range === "4hr") {
    const averages =
      history && fleetAverages(Object.values(history.machines).map((machine) => machine.averages));
    return { averages, status: averages === null ? "loading" : "ready" };
  }
  if (answer?.range !== range) return { averages: null, status: "loading" };
  return { averages: answer.averages, status: answer.averages === null ? "failed" : "ready" };
}

async function readAverages(range: GaugeRange, signal: AbortSignal): Promise<FleetAverages> {
  const answer = await fetch(`/dashboard/averages?range=${range}`, {
    signal,
    headers: { accept: "application/json" },
  });
  if (!answer.ok || answer.redirected) throw new Error(`averages: ${answer.status}`);
  return (await answer.json()) as FleetAverages;
}
