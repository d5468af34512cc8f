import { isServed } from "#app/components/is-served.ts";

/** Addresses of the scripts of a page that comes from the server. */
export type PageScripts = {
  entry: string;
  /** What the entry and the routes import: asked for with them, instead of one after the other. */
  imports: string[];
  /** By the route's id. */
  routes: Record<string, string>;
};

declare global {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    /** Once the routes of the page are there for React; in `npm run dev` Remix imports them before the entry. */
    routesLoaded?: Promise<void>;
    /** The page cannot come alive: something that it needs first did not come. */
    pageLost?: () => void;
    __remixRouteModules?: Record<string, unknown>;
  }
}

const TIMES = {
  /** A page that cannot be drawn yet, as its styles are still to come, waits no longer than this for its scripts. */
  noPaintMs: 1_000,
  /** A page that is not alive by then says that what it shows does not change. */
  slowMs: 10_000,
  /** So soon one that cannot come alive is loaded again, and so soon once that was done. */
  againMs: 3_000,
  onceMoreMs: 60_000,
};
const AT_ONCE = 2;

/**
 * Runs in the page as text, at its end: it may use nothing from outside but what it is given. The scripts are asked for once
 * the browser has drawn what the server sent: 130 KB of them otherwise share the line with the styles and the font, and come
 * alive before anything is seen. A page that nobody looks at is not drawn, and loads at once.
 *
 * Without its first scripts a page is a picture whose values grow old: it says so (stands-still.tsx), and is loaded again once
 * Helios answers, as a screen on a wall has nobody to do it; not where somebody filled something in.
 */
function loadAfterPaint(
  { entry, imports, routes }: PageScripts,
  atOnce: number,
  { noPaintMs, slowMs, againMs, onceMoreMs }: typeof TIMES,
  answers: typeof isServed,
): void {
  const page = document.documentElement;
  const standStill = () => (page.dataset.still = "");
  /** A view that was chosen in a drawn part is nothing that somebody filled in. */
  const isFilledIn = () =>
    [...(window.earlyActs?.changed ?? [])].some((field) => !field.closest("[data-drawn]"));
  const loadAgain = async () => {
    if ((await answers()) && !isFilledIn()) location.reload();
  };
  /** Values stay those of the choice with which they were drawn (keep-true.ts). */
  const turnOffViews = () => {
    for (const list of document.querySelectorAll("select")) {
      if (!list.closest("[data-drawn]")) continue;
      const first = [...list.options].findIndex(({ defaultSelected }) => defaultSelected);
      list.selectedIndex = Math.max(0, first);
      list.disabled = true;
    }
  };
  window.pageLost = () => {
    standStill();
    turnOffViews();
    const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    setInterval(() => void loadAgain(), opened?.type === "reload" ? onceMoreMs : againMs);
  };
  window.__remixRouteModules = {};
  let hasBegun = false;
  let hasLoaded!: (loaded: Promise<void>) => void;
  window.routesLoaded = new Promise((resolve) => (hasLoaded = resolve));
  const asked = [...imports];
  /** A few in each task: to ask for one takes a phone milliseconds. A page that nobody looks at has long pauses between tasks. */
  const ask = (count: number) => {
    for (const url of asked.splice(0, count)) import(/* @vite-ignore */ url).catch(() => undefined);
    if (asked.length > 0) setTimeout(() => ask(count));
    else openRoutes();
  };
  const openRoutes = () => {
    const modules = Object.entries(routes).map(async ([id, url]) => {
      window.__remixRouteModules![id] = await import(/* @vite-ignore */ url);
    });
    hasLoaded(Promise.all(modules).then(() => undefined));
    import(/* @vite-ignore */ entry).catch(() => window.pageLost?.());
  };
  const load = () => {
    if (hasBegun) return;
    hasBegun = true;
    ask(document.hidden ? asked.length : atOnce);
    setTimeout(standStill, slowMs);
  };
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
  setTimeout(load, noPaintMs);
}

/** The script for Remix's own, which vite.config.ts puts this in the place of. Of the server only. */
export const scriptAfterPaint = (scripts: PageScripts): string =>
  `(${loadAfterPaint})(${JSON.stringify(scripts)},${AT_ONCE},${JSON.stringify(TIMES)},${isServed})`;
