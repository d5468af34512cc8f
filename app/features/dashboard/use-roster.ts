import { useState } from "react";
import type { FleetMachine } from "./fleet-types.ts";
import { isTroubled, orderMachines, type MachineFacts } from "./need.ts";
import type { Show } from "./slideshow.ts";
import { useFleetSnapshot } from "./use-fleet.ts";
import { useShow } from "./use-show.ts";
import type { WallFleet } from "./wall-fleet.ts";
import { goOn, isRosterOfNow, plan, startRound, type Placed, type Round } from "./wall-rounds.ts";

type Roster = {
  slides: FleetMachine[][];
  /** All that stand on the wall, those first that need a person when the show went on last. */
  list: FleetMachine[];
  show: Show;
  moveBy: (step: number) => void;
  moveTo: (slide: number) => void;
};

/**
 * Who stands on which slide, those first that need a person, and which is seen. While a slide is seen nobody moves: what comes
 * is made anew when the show goes on, when it was empty, when a machine of it was taken off the wall (its row would be a hole),
 * or when all machines of a large fleet have been read for the first time. Moved by hand, the slides stay as they are.
 */
export function useRoster({ machines, large }: WallFleet, facts: readonly MachineFacts[]): Roster {
  const { readings } = useFleetSnapshot();
  const isWhole = large?.whole !== null && machines.every(({ id }) => readings.has(id));
  const [held, setHeld] = useState<Held | null>(null);
  const byId = new Map(machines.map((machine) => [machine.id, machine]));
  const now = {
    // By number alone: a wall is read anew while its slides stay, and they are of the machines as they are now.
    machines: orderMachines(facts, "need").flatMap((id) => (byId.has(id) ? { id } : [])),
    troubled: new Set(facts.filter(isTroubled).map(({ id }) => id)),
  };
  const next = held === null ? startRound(now) : goOn(held.round, now);
  const shows = useShow(next.slides.length, held?.round.slides.length ?? next.slides.length);
  const { slide, sinceMs, touchedAtMs } = shows.show;
  const isOfNow =
    held !== null &&
    (held.isWhole || !isWhole) &&
    isRosterOfNow(held.round.slides, { machines, shown: now.machines.length });
  const ofNow = (all: readonly Placed[]) => all.flatMap(({ id }) => byId.get(id) ?? []);
  const shown = ({ round, order }: Pick<Held, "round" | "order">) => ({
    ...{ ...shows, slides: round.slides.map(ofNow), list: ofNow(order) },
  });
  if (isOfNow && held.sinceMs === sinceMs) return shown(held);
  const round = ((): Round<Placed> => {
    if (held === null) return next;
    if (isOfNow && touchedAtMs !== null) return { ...held.round, at: slide };
    if (slide === 0) return startRound(now);
    return slide === held.round.at ? plan(held.round, now) : next;
  })();
  const order = now.machines;
  setHeld({ round, order, sinceMs, isWhole });
  return shown({ round, order });
}

type Held = {
  round: Round<Placed>;
  order: Placed[];
  sinceMs: number;
  isWhole: boolean;
};
