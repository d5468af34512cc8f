import { useState } from "react";
import type { FleetMachine } from "./fleet-types.ts";
import { isTroubled, orderMachines, type MachineFacts } from "./need.ts";
import { isRosterOfNow, toSlides } from "./slideshow.ts";
import { useFleetSnapshot } from "./use-fleet.ts";
import type { WallFleet } from "./wall-fleet.ts";

/**
 * Who stands on which slide, those first that need a person. While a slide is seen nobody moves: the list is made anew
 * when the show moves, when it was empty, when a machine of it was taken off the wall (its row would be a hole), or when all
 * machines of a large fleet have been read for the first time.
 */
export function useRoster(
  { machines, large }: WallFleet,
  facts: readonly MachineFacts[],
  sinceMs: number,
): FleetMachine[][] {
  const { readings } = useFleetSnapshot();
  const isWhole = large?.whole !== null && machines.every(({ id }) => readings.has(id));
  const [held, setHeld] = useState<Roster | null>(null);
  const isHeld = held?.sinceMs === sinceMs && (held.isWhole || !isWhole);
  if (isHeld && isRosterOfNow(held.slides, { machines, shown: facts.length })) return held.slides;
  const byId = new Map(machines.map((machine) => [machine.id, machine]));
  const ordered = orderMachines(facts, "need").flatMap((id) => byId.get(id) ?? []);
  const slides = toSlides(ordered, facts.filter(isTroubled).length);
  setHeld({ slides, sinceMs, isWhole });
  return slides;
}

type Roster = { slides: FleetMachine[][]; sinceMs: number; isWhole: boolean };
