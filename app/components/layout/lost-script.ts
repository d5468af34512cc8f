/**
 * What stands in the place of a page whose script cannot be fetched: the network was lost, or a newer Helios has other scripts.
 * Remix itself would load the whole document anew, of the page that is being left. vite.config.ts makes it ask here, which
 * therefore imports nothing.
 */
export type PageModule = Record<string, unknown>;

type StandIn = (script: string, isPage: boolean) => PageModule;

let standIn: StandIn | null = null;

export function setStandIn(make: StandIn): void {
  standIn = make;
}

/** null before there is one: then the document is loaded anew after all. */
export const standInFor = (script: string, isPage: boolean): PageModule | null =>
  standIn?.(script, isPage) ?? null;
