import { useEffect, useRef, useState } from "react";
import type { Grid } from "#app/domain/series/grid.ts";

/** A chart that is redrawn more often is seen to tremble. */
const REDRAW_MS = 5_000;

/** The newest grid, at most every few seconds; at once when another one is chosen or the first one comes. */
export function useThrottledGrid(grid: Grid | null, key: string): Grid | null {
  const [drawn, setDrawn] = useState({ grid, key });
  const newest = useRef(grid);
  useEffect(() => {
    newest.current = grid;
  }, [grid]);
  useEffect(() => {
    const timer = setInterval(() => setDrawn({ grid: newest.current, key }), REDRAW_MS);
    return () => clearInterval(timer);
  }, [key]);
  if (drawn.key !== key || (drawn.grid === null && grid !== null)) {
    setDrawn({ grid, key });
    return grid;
  }
  return drawn.grid;
}
