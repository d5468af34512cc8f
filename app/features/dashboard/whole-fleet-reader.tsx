import { useEffect, useState } from "react";
import type { Fleet } from "./fleet-types.ts";
import { inTurns } from "#app/components/in-turns.ts";
import type { WholeFleet } from "./large-fleet.ts";
import type { AttentionKind } from "./need.ts";
import { readWhole } from "#app/components/read-whole.ts";
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
      read: readFleet,
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

async function readFleet({ first, known }: Question, signal: AbortSignal): Promise<WholeFleet> {
  const search = new URLSearchParams({ known: known.join(",") });
  if (first !== null) search.set("first", first);
  const whole = await readWhole<WholeFleet<PackedHistory>>(`/dashboard/whole?${search}`, signal);
  return { ...whole, past: unpackHistory(whole.past) };
}
