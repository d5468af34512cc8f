import { useSyncExternalStore } from "react";
import type { ConnectionState } from "./connection.ts";
import { useLive } from "./live-provider.tsx";
import type { NewestAge } from "./live-store.ts";

/** Closes the page's socket and opens another. */
export function useRenewSocket(): () => void {
  const { client } = useLive();
  return () => client.renew();
}

/** The newest value of the page is older than this: what is seen is not live, whatever the connection. */
const OLD_MS = 15_000;

/**
 * How old the newest value of the page is, ms: 0 while it is young enough to be called live, "unheard" when none of them
 * ever came, "waiting" before that is known, null on a page without live values.
 */
export function useNewestAge(): NewestAge {
  const { store } = useLive();
  const read = () => {
    const age = store.newestAgeMs();
    return typeof age === "number" && age <= OLD_MS ? 0 : age;
  };
  return useSyncExternalStore(store.watchNewestAge, read, () => null);
}

/** Whether the connection ended because the sign-in did: it was signed out elsewhere, or access was taken away. */
export function useHasSessionEnded(): boolean {
  const { client } = useLive();
  return useSyncExternalStore(client.watchConnection, client.hasEnded, () => false);
}

/** The page's connection, for one mark and one banner. */
export function useConnection(): ConnectionState {
  const { client } = useLive();
  return useSyncExternalStore(client.watchConnection, client.connection, () => "connecting");
}

/** Whether the page hears nothing any more: what it shows is of before then. Nothing is drawn anew as a connection opens. */
export function useIsCut(): boolean {
  const { client } = useLive();
  return useSyncExternalStore(
    client.watchConnection,
    () => client.connection() === "lost",
    () => false,
  );
}
