import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and during hydration: what needs JavaScript waits for it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
