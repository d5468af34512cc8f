/** What the browser tells about the page. The only part of app/live, with transport.ts, that touches it. */

/** Runs before the next paint; on a hidden page, which is not painted, once a second. */
export function beforePaint(run: () => void): void {
  if (typeof document === "undefined") run();
  else if (document.hidden) setTimeout(run, 1_000);
  else requestAnimationFrame(run);
}

/** How long ago the page that comes alive was asked for, ms; 0 on one that is alive and has only gone on to another address. */
export const sinceAskedMs = (): number =>
  "alive" in document.documentElement.dataset ? 0 : performance.now();

/** Calls back when the browser says that there is no network any more. */
export function onOffline(lose: () => void): () => void {
  window.addEventListener("offline", lose);
  return () => window.removeEventListener("offline", lose);
}

/** Calls back when the page is seen again or the network is back: a laptop woke, a tab was chosen. */
export function onWake(wake: () => void): () => void {
  const ifSeen = () => {
    if (document.visibilityState === "visible") wake();
  };
  document.addEventListener("visibilitychange", ifSeen);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", ifSeen);
  return () => {
    document.removeEventListener("visibilitychange", ifSeen);
    window.removeEventListener("online", wake);
    window.removeEventListener("pageshow", ifSeen);
  };
}
