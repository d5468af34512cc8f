import { useEffect, useSyncExternalStore } from "react";
import { useLive } from "./live-provider.tsx";

/** Whether newer pages were deployed than this one. */
export function useNewBuild(): boolean {
  const { build } = useLive();
  return useSyncExternalStore(build.watch, build.isNew, () => false);
}

const RELOADED_AT = "helios-reloaded-at";
/** While two builds are served side by side, a page that got the older one again does not reload for ever. */
const RELOAD_EVERY_MS = 10 * 60_000;

/** A wall reloads itself for a new build, while the server answers and nobody is looking for something: `isCalm`. */
export function useReloadForNewBuild(isCalm: boolean): void {
  const isNew = useNewBuild();
  useEffect(() => {
    if (!isNew || !isCalm) return;
    const waitMs = Number(sessionStorage.getItem(RELOADED_AT) ?? 0) + RELOAD_EVERY_MS - Date.now();
    const timer = setTimeout(
      () => {
        sessionStorage.setItem(RELOADED_AT, String(Date.now()));
        location.reload();
      },
      Math.max(0, waitMs),
    );
    return () => clearTimeout(timer);
  }, [isNew, isCalm]);
}
