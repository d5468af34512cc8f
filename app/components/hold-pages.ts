import type { Location } from "@remix-run/react";

type Hold = (wanted: Location) => void;

/** Remix asks one blocker, the last that came: each asks here first whether a page can be opened at all. */
let held: Hold | null = null;

/** Who is told where somebody wanted to go while no page can be opened; null: it can. */
export const heldBy = (): Hold | null => held;

/** From now on `hold` is told, until what is answered is called. */
export function holdPages(hold: Hold): () => void {
  held = hold;
  return () => {
    if (held === hold) held = null;
  };
}

/** Whether the router reads something for it. A table whose rows are there changes the address by itself (use-table-address.ts). */
export const isReadAnew = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || from.search !== to.search;

type Place = { pathname: string; search: string };
