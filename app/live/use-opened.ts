import { useEffect } from "react";
import { useLive } from "./live-provider.tsx";

/** Calls `onOpen` each time the page begins to hear, before it hears anything. `wasCut`: as useIsCut says, until then. */
export function useOpened(onOpen: (wasCut: boolean) => void): void {
  const { client } = useLive();
  useEffect(
    () => client.opened.watch(() => onOpen(client.connection() === "lost")),
    [client, onOpen],
  );
}
