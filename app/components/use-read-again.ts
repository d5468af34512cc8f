import { useFetchers, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";

/**
 * Reads the page's data again, as soon as nothing is on its way. A form that opens with the page looks up its address,
 * which the router does not know yet; read before it does, the page would be said not to exist (404).
 */
export function useReadAgain(): () => void {
  const { revalidate } = useRevalidator();
  const isBusy = useFetchers().some(({ state }) => state !== "idle");
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isBusy) return;
    setWanted(false);
    revalidate();
  }, [isWanted, isBusy, revalidate]);
  return useCallback(() => setWanted(true), []);
}
