import { useEffect } from "react";
import type { ConnectionState } from "./connection.ts";
import { useLive } from "./live-provider.tsx";

/** Calls `onOpen` each time the page begins to hear, before it hears anything. `before`: how it stood; "connecting" the first time. */
export function useOpened(onOpen: (before: ConnectionState) => void): void {
  const { client } = useLive();
  useEffect(() => client.opened.watch(() => onOpen(client.connection())), [client, onOpen]);
}
