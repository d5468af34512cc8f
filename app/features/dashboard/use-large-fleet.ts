import { useCallback, useEffect, useMemo, useState } from "react";
import type { Fleet, FleetHistory } from "./fleet-types.ts";
import type { LargeFleet, WholeFleet } from "./large-fleet.ts";
import type { AttentionKind, AttentionSummary, Counts } from "./need.ts";

export type ShownLargeFleet = LargeFleet & {
  /** What its recorders said last; null before that. */
  now: WholeFleet | null;
  /** When they said it, as `performance.now()` counts. */
  heardAtMs: number | null;
  /** They could not be asked again. */
  failed: boolean;
  /** What the strip was asked to bring first: it may be among the machines without a card. */
  first: AttentionKind | null;
  setFirst: (kind: AttentionKind | null) => void;
};

type Read = Pick<ShownLargeFleet, "now" | "heardAtMs" | "failed">;

/**
 * The fleet with the machines that need a person first, as far as that is known. What all recorders of a large one say comes
 * by `onRead`, from the reader (whole-fleet-reader.tsx), which a small fleet does not load; null there is no answer.
 */
export function useShownFleet(
  fleet: Fleet,
  large: LargeFleet | null,
): { fleet: Fleet; large: ShownLargeFleet | null; onRead: (now: WholeFleet | null) => void } {
  const [first, setFirst] = useState<AttentionKind | null>(null);
  const [read, setRead] = useState<Read>({ now: null, heardAtMs: null, failed: false });
  const onRead = useCallback((now: WholeFleet | null) => {
    setRead((last) =>
      now === null
        ? { ...last, failed: true }
        : { now, heardAtMs: performance.now(), failed: false },
    );
  }, []);
  return useMemo(() => {
    if (large === null) return { fleet, large, onRead };
    const { now } = read;
    return {
      fleet: now === null ? fleet : { ...fleet, machines: now.machines },
      large: { ...large, ...read, first, setFirst },
      onRead,
    };
  }, [fleet, large, read, first, onRead]);
}

const STEP_MS = 5_000;

/** How long ago recorders said it, ms, in steps; 0 before they did. */
export function useHeardAgo(heardAtMs: number | null): number {
  const [agoMs, setAgoMs] = useState(0);
  useEffect(() => {
    if (heardAtMs === null) return;
    const tick = () => setAgoMs(performance.now() - heardAtMs);
    tick();
    const timer = setInterval(tick, STEP_MS);
    return () => clearInterval(timer);
  }, [heardAtMs]);
  return agoMs;
}

/** The past of the machines that have a card: what the page came with, and of those that came after it. */
export function useWholePast(
  history: FleetHistory | null,
  { machines }: Fleet,
  large: ShownLargeFleet | null,
): FleetHistory | null {
  const later = large?.now?.past ?? null;
  return useMemo(() => {
    if (history === null || later === null) return history;
    const known = { ...later.machines, ...history.machines };
    const shown = machines.flatMap(({ id }) => {
      const past = known[id];
      return past === undefined ? [] : [[id, past] as const];
    });
    return { ...history, machines: Object.fromEntries(shown) };
  }, [history, later, machines]);
}

/** What the strip says of a large fleet: what is raised or due is known from the start. */
export function summaryOf({ now }: ShownLargeFleet, counts: Counts): AttentionSummary {
  const total = { alarms: 0, overdue: 0 };
  for (const { alarms, overdue } of Object.values(counts)) {
    total.alarms += alarms;
    total.overdue += overdue;
  }
  const known = now?.summary ?? { notReady: 0, longestMinutes: null, isLonger: false };
  return { atRisk: 0, silent: 0, unheard: 0, unread: 0, ...known, ...total };
}
