import { useCallback, useRef, useState, useSyncExternalStore } from "react";
import type { MachineOrder } from "#app/domain/preferences.ts";
import { useConnection } from "#app/live/index.ts";
import type { FleetSnapshot } from "./fleet-store.ts";
import { keepChoice } from "./keep-choice.ts";
import type { FleetMachine } from "./fleet-types.ts";
import {
  factsOf,
  idsOf,
  orderMachines,
  summarizeAttention,
  type AttentionKind,
  type AttentionSummary,
  type Counts,
} from "./need.ts";
import { useIsBefore, useStore } from "./use-fleet.ts";

/** How the machines are ordered, and what the strip was asked to bring first. */
export function useMachineOrder(chosen: MachineOrder) {
  const [order, setOrder] = useState(chosen);
  const [first, setFirst] = useState<AttentionKind | null>(null);
  const choose = useCallback((next: MachineOrder) => {
    setOrder(next);
    void keepChoice("order", next);
  }, []);
  return { order, first, choose, setFirst };
}

/** `asked`: those that the strip was asked for; null while it was asked for none. */
type Ordered = { machines: FleetMachine[]; asked: ReadonlySet<number> | null };

/** The machines in their order. It stays while `isHeld`, so that nothing moves from under a hand, and while what is known is of before. */
export function useOrderedMachines(
  machines: readonly FleetMachine[],
  counts: Counts,
  { order, first }: { order: MachineOrder; first: AttentionKind | null },
  isHeld: boolean,
): Ordered {
  const select = (snapshot: FleetSnapshot) => {
    const facts = factsOf(machines, counts, snapshot);
    const asked = first === null ? null : idsOf(facts, first);
    return JSON.stringify([orderMachines(facts, order, first), asked]);
  };
  // What is asked for by hand counts at once; who joins or leaves the fleet does too.
  const key = `${order} ${first} ${machines.map(({ id }) => id).join(",")}`;
  const [ids, asked] = JSON.parse(useSelected(select, isHeld, key)) as [number[], number[] | null];
  const place = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: FleetMachine) => place.get(id) ?? ids.length;
  return {
    machines: [...machines].sort((a, b) => placeOf(a) - placeOf(b)),
    // Nobody fades behind nobody.
    asked: asked === null || asked.length === 0 ? null : new Set(asked),
  };
}

/** What the strip says; it stays while what is known is of before, and while `isHeld`, under a hand. */
export function useAttentionSummary(
  machines: readonly FleetMachine[],
  counts: Counts,
  isHeld = false,
): AttentionSummary {
  const select = (snapshot: FleetSnapshot) =>
    JSON.stringify(summarizeAttention(factsOf(machines, counts, snapshot)));
  return JSON.parse(useSelected(select, isHeld, "")) as AttentionSummary;
}

/**
 * A text made of the fleet's snapshot: whoever reads it is drawn again only when it changes. What is asked for by hand while
 * the fleet is not heard is answered by what was known of it last: there every machine seems to be silent.
 */
function useSelected(
  select: (snapshot: FleetSnapshot) => string,
  isHeld: boolean,
  key: string,
): string {
  const store = useStore();
  // Before it is known to be lost, a connection does not answer for longer than a value is called young.
  const isSlow = useConnection() === "slow";
  const isBefore = useIsBefore() || isSlow;
  const known = useRef<FleetSnapshot>();
  const held = useRef({ text: "", key: "" });
  const read = () => {
    if (!isBefore || known.current === undefined) known.current = store.snapshot();
    if (!(isHeld || isBefore) || held.current.text === "" || held.current.key !== key)
      held.current = { text: select(known.current), key };
    return held.current.text;
  };
  return useSyncExternalStore(store.subscribe, read, read);
}
