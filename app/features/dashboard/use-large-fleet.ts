import { useEffect, useMemo, useState } from "react";
import type { Fleet, FleetHistory } from "./fleet-types.ts";
import { inTurns } from "./in-turns.ts";
import type { LargeFleet, WholeFleet } from "./large-fleet.ts";
import type { AttentionKind, AttentionSummary, Counts } from "./need.ts";
import { unpackHistory, type PackedHistory } from "./packed-history.ts";

export type ShownLargeFleet = LargeFleet & {
  /** What its recorders said last; null before that. */
  now: WholeFleet | null;
  /** When they said it, by the clock of who looks. */
  heardAtMs: number | null;
  /** They could not be asked again. */
  failed: boolean;
  /** What the strip was asked to bring first: it may be among the machines without a card. */
  first: AttentionKind | null;
  setFirst: (kind: AttentionKind | null) => void;
};

/**
 * The fleet with the machines that need a person first, as far as that is known. All recorders of a large one are asked by
 * one call once the page is alive, and again with each new reading of the page.
 */
export function useShownFleet(
  fleet: Fleet,
  large: LargeFleet | null,
): { fleet: Fleet; large: ShownLargeFleet | null } {
  const [first, setFirst] = useState<AttentionKind | null>(null);
  const [read, setRead] = useState<Pick<ShownLargeFleet, "now" | "heardAtMs" | "failed">>({
    ...{ now: null, heardAtMs: null, failed: false },
  });
  const [turns] = useState(() =>
    inTurns({
      read: readWhole,
      tell: (now) =>
        setRead((last) =>
          now === null ? { ...last, failed: true } : { now, heardAtMs: Date.now(), failed: false },
        ),
      // Only who is to come first is another question.
      isOther: (last, next) => last.first !== next.first,
    }),
  );
  useEffect(() => {
    if (large === null) return;
    const known = fleet.machines.filter(({ reachable }) => reachable).map(({ id }) => id);
    turns.ask({ first, known });
  }, [turns, fleet, large, first]);
  useEffect(() => turns.end, [turns]);
  return useMemo(() => {
    const { now } = read;
    if (large === null) return { fleet, large };
    return {
      fleet: now === null ? fleet : { ...fleet, machines: now.machines },
      large: { ...large, ...read, first, setFirst },
    };
  }, [fleet, large, read, first]);
}

type Question = { first: AttentionKind | null; known: readonly number[] };

async function readWhole({ first, known }: Question, signal: AbortSignal): Promise<WholeFleet> {
  const search = new URLSearchParams({ known: known.join(",") });
  if (first !== null) search.set("first", first);
  const ask = () =>
    fetch(`/dashboard/whole?${search}`, { signal, headers: { accept: "application/json" } });
  let answer = await ask();
  // Asked too often: what is shown stays until it may be asked again.
  while (answer.status === 429) {
    await waitSeconds(Number(answer.headers.get("Retry-After")), signal);
    answer = await ask();
  }
  if (!answer.ok || answer.redirected) throw new Error(`whole fleet: ${answer.status}`);
  const whole = (await answer.json()) as WholeFleet<PackedHistory>;
  return { ...whole, past: unpackHistory(whole.past) };
}

/** At least one; rejects when `signal` ends it. */
const waitSeconds = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(1, seconds || 0) * 1_000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

const STEP_MS = 5_000;

/** How long ago recorders said it, ms, in steps; 0 before they did. */
export function useHeardAgo(heardAtMs: number | null): number {
  const [agoMs, setAgoMs] = useState(0);
  useEffect(() => {
    if (heardAtMs === null) return;
    const tick = () => setAgoMs(Math.max(0, Date.now() - heardAtMs));
    tick();
    const timer = setInterval(tick, STEP_MS);
    return () => clearInterval(timer);
  }, [heardAtMs]);
  return agoMs;
}

/** Totals some time after they were read: as old as they were then, and that. */
export function totalsAfter(
  { sheetsPerHour, msfPerHour, speed, ...totals }: WholeFleet["totals"],
  agoMs: number,
): WholeFleet["totals"] {
  const withAge = <T extends { ageMs: number | null }>(total: T): T => ({
    ...total,
    ageMs: total.ageMs === null ? null : total.ageMs + agoMs,
  });
  return {
    ...withAge(totals),
    sheetsPerHour: withAge(sheetsPerHour),
    msfPerHour: withAge(msfPerHour),
    speed: withAge(speed),
  };
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
  return { silent: 0, unheard: 0, ...known, ...total };
}
