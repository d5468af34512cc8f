/**
 * Texts of an area travel with the pages that use it, in the one language that is read: each component that says them imports
 * its area's `texts.ts`, which registers them here. The server has all texts and loads none.
 */
import type { Locale } from "#app/domain/preferences.ts";

type Tree = { readonly [key: string]: string | Tree };
type Loads = Readonly<Record<Locale, () => Promise<{ texts: Tree }>>>;

const isPage = typeof document !== "undefined";
const areas = new Map<string, Loads>();
/** By language and area. */
const loaded = new Map<string, Promise<Tree>>();
const ready = new Set<string>();
const keyOf = (locale: Locale, area: string) => `${locale}:${area}`;

let tell: (() => void) | null = null;
let isTelling = false;

export function registerTexts(area: string, loads: Loads): void {
  areas.set(area, loads);
  if (tell === null || isTelling) return;
  isTelling = true;
  // A page brings several.
  queueMicrotask(() => {
    isTelling = false;
    tell?.();
  });
}

/** From now on `act` is called when components of other areas were loaded, once for all that come together. */
export function onNewAreas(act: () => void): void {
  tell = act;
}

/** Whether every registered area can be read in that language. */
export const hasAreaTexts = (locale: Locale): boolean =>
  !isPage || [...areas.keys()].every((area) => ready.has(keyOf(locale, area)));

/** The texts of all registered areas, each fetched once; one that could not be fetched is asked for again next time. */
export async function loadAreaTexts(locale: Locale): Promise<Tree> {
  const trees = await Promise.all(
    [...areas].map(([area, loads]) => {
      const key = keyOf(locale, area);
      const known = loaded.get(key);
      if (known !== undefined) return known;
      const loading = loads[locale]().then(
        ({ texts }) => {
          ready.add(key);
          return texts;
        },
        (error: unknown) => {
          loaded.delete(key);
          throw error;
        },
      );
      loaded.set(key, loading);
      return loading;
    }),
  );
  return Object.assign({}, ...trees) as Tree;
}
