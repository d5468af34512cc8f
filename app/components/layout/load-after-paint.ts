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
    __remixRouteModules?: Record<string, unknown>;
  }
}

/** A page that cannot be drawn yet, as its styles are still to come, waits no longer than this for its scripts. */
const NO_PAINT_MS = 1_000;
const AT_ONCE = 4;

/**
 * Runs in the page as text, at its end: it may use nothing from outside. The scripts are asked for once the browser has drawn
 * what the server sent: 130 KB of them otherwise share the line with the styles and the font, and come alive before anything
 * is seen. A page that nobody looks at is not drawn, and loads at once.
 */
function loadAfterPaint(
  { entry, imports, routes }: PageScripts,
  { atOnce, noPaintMs }: { atOnce: number; noPaintMs: number },
): void {
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
    void import(/* @vite-ignore */ entry);
  };
  const load = () => {
    if (hasBegun) return;
    hasBegun = true;
    ask(document.hidden ? asked.length : atOnce);
  };
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
  setTimeout(load, noPaintMs);
}

/** The script for Remix's own, which vite.config.ts puts this in the place of. Of the server only. */
export const scriptAfterPaint = (scripts: PageScripts): string =>
  `(${loadAfterPaint})(${JSON.stringify(scripts)},${JSON.stringify({ atOnce: AT_ONCE, noPaintMs: NO_PAINT_MS })})`;
