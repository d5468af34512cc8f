import { useEffect, useState } from "react";
import { inTurns } from "#app/components/in-turns.ts";
import { readWhole } from "#app/components/read-whole.ts";
import type { WallFleet, WholeWall } from "./wall-fleet.ts";

type WholeWallReaderProps = {
  /** What the wall was read with: it is asked again with each new one. */
  fleet: WallFleet;
  address: string;
  /** null: there was no answer. */
  onRead: (now: WholeWall | null) => void;
};

/** Asks all recorders of a wall's large fleet by one call. Shows nothing. */
export default function WholeWallReader({ fleet, address, onRead }: WholeWallReaderProps) {
  const [turns] = useState(() => inTurns<string, WholeWall>({ read: readWhole, tell: onRead }));
  useEffect(() => turns.ask(address), [turns, fleet, address]);
  useEffect(() => turns.end, [turns]);
  return null;
}
