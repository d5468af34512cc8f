import { useSyncExternalStore } from "react";
import type { ConnectionState } from "./channel-client.ts";
import { useLive } from "./live-provider.tsx";

/** Closes the page's socket and opens another. */
export function useRenewSocket(): () => void {
  const { client } = useLive();
  return () => client.renew();
}

/** The page's connection, for one mark and one banner. */
export function useConnection(): ConnectionState {
  const { client } = useLive();
  return useSyncExternalStore(client.watchConnection, client.connection, () => "connecting");
}
