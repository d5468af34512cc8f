import { useEffect, useState } from "react";
import type { Fleet } from "./fleet-types.ts";
import { inTurns } from "./in-turns.ts";
import type { WholeFleet } from "./large-fleet.ts";
import type { AttentionKind } from "./need.ts";
import { unpackHistory, type PackedHistory } from "./packed-history.ts";

type WholeFleetReaderProps = {
  /** The machines that the page came with. */
  fleet: Fleet;
  /** What the strip was asked to bring first. */
  first: AttentionKind | null;
  /** null: there was no answer. */
  onRead: (now: WholeFleet | null) => void;
};

/** Asks all recorders of a large fleet by one call, and again with each new reading of the page. Shows nothing. */
export default function WholeFleetReader({ fleet, first, onRead }: WholeFleetReaderProps) {
  const [turns] = useState(() =>
    inTurns({
      read: readWhole,
      tell: onRead,
      // Only who is to come first is another question.
      isOther: (last, next) => last.first !== next.first,
    }),
  );
  useEffect(() => {
    const known = fleet.machines.filter(({ reachable }) => reachable).map(({ id }) => id);
    turns.ask({ first, known });
  }, [turns, fleet, first]);
  useEffect(() => turns.end, [turns]);
  return null;
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
