import { useEffect, useState } from "react";
import type { FleetAverages, FleetHistory, GaugeRange } from "./fleet-types.ts";
import { useIsCut } from "#app/live/index.ts";
import { fleetAverages } from "./fleet-averages.ts";

type Answer = { range: GaugeRange; averages: FleetAverages | null };
export type ShownAverages = {
  /** null: not read yet, or not to be had. */
  averages: FleetAverages | null;
  status: "loading" | "ready" | "failed";
};

/** The gauges' values: over 4 hours they come with the page's past, over longer ranges they are asked for, and again with each new past and once the connection is back. `isPart`: it is the past of some machines of a larger fleet. */
export function useFleetAverages(
  range: GaugeRange,
  history: FleetHistory | null,
  { count, isPart }: { count: number; isPart: boolean },
): ShownAverages {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const windowEndMs = history?.windowEndMs ?? 0;
  // Of a larger fleet the same machines as over 4 hours.
  const machines = isPart ? Object.keys(history?.machines ?? {}).join(",") : "";
  const isCut = useIsCut();
  useEffect(() => {
    if (range === "4hr") return;
    const asked = new AbortController();
    readAverages(range, machines, asked.signal).then(
      (averages) => setAnswer({ range, averages }),
      () => {
        if (asked.signal.aborted) return;
        // While the page is cut off what it knows stays, and is marked as old.
        setAnswer((last) => (isCut && last?.range === range ? last : { range, averages: null }));
      },
    );
    return () => asked.abort();
  }, [range, windowEndMs, machines, isCut]);
  if (range === "4hr") {
    const averages = history && averagesOf(history, count);
    return { averages, status: averages === null ? "loading" : "ready" };
  }
  // What is asked for without a connection fails only after minutes, if it does.
  if (answer?.range !== range) return { averages: null, status: isCut ? "failed" : "loading" };
  return { averages: answer.averages, status: answer.averages === null ? "failed" : "ready" };
}

/** Of `count` machines; those that its past leaves out could not be read. */
function averagesOf({ machines }: FleetHistory, count: number): FleetAverages {
  const read = Object.values(machines).map(({ averages }) => averages);
  return fleetAverages([...read, ...Array.from({ length: count - read.length }, () => null)]);
}

async function readAverages(
  range: GaugeRange,
  machines: string,
  signal: AbortSignal,
): Promise<FleetAverages> {
  const some = machines === "" ? "" : `&machines=${machines}`;
  const answer = await fetch(`/dashboard/averages?range=${range}${some}`, {
    signal,
    headers: { accept: "application/json" },
  });
  if (!answer.ok || answer.redirected) throw new Error(`averages: ${answer.status}`);
  return (await answer.json()) as FleetAverages;
}
