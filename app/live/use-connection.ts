import { useSyncExternalStore } from "react";
import type { ConnectionState } from "./channel-client";
import { useLive } from "./live-provider";

/** The page's connection, for one mark and one banner. */
export function useConnection(): ConnectionState {
  const { client } = useLive();
  return useSyncExternalStore(client.watchConnection, client.connection, () => "connecting");
}
