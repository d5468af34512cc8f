import { useLocation } from "@remix-run/react";
import { useEffect, useState, type ReactNode } from "react";
import { Toast } from "#app/components/ui/toast.tsx";

/** What the page that was left did, in words, for the page that comes: `navigate(to, { state: arrival(text) })`. */
export const arrival = (text: string): Arrival => ({ arrivalText: text });
type Arrival = { arrivalText: string };

/** Says once, in a toast, what was done on the page before. */
export function useArrivalToast(): ReactNode {
  const { state, key } = useLocation() as { state: Partial<Arrival> | null; key: string };
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (typeof state?.arrivalText !== "string") return;
    setSaid(state.arrivalText);
    // A reload or a way back would say it again.
    window.history.replaceState({ ...window.history.state, usr: null }, "");
  }, [state, key]);
  return said !== null && <Toast tone="good" text={said} onClose={() => setSaid(null)} />;
}
