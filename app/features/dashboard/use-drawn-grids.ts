import { useEffect, useMemo, useState } from "react";
import { gridsOf, watchGrids, type MachineGrids } from "./drawn-grids.ts";
import { useStore } from "./use-fleet.ts";

/** What all charts of these machines draw, and how many machines that is without: of one moment. */
export function useDrawnGrids(machines: readonly { id: number }[]): {
  grids: MachineGrids;
  lacking: number;
} {
  const store = useStore();
  const [drawn, setDrawn] = useState<MachineGrids>(() => store.snapshot().grids);
  useEffect(() => watchGrids(store, setDrawn), [store]);
  return useMemo(() => gridsOf(drawn, machines), [drawn, machines]);
}
