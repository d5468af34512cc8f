import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { isStepHeldEarly, tellHeld } from "#app/components/hold-pages.ts";

/** Keeps a page that is cut off before what holds pages has come (offline-navigation.tsx): that opens later what was wanted. */
export function HoldEarly() {
  const blocker = useBlocker(isStepHeldEarly);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    tellHeld(blocker.location);
    blocker.reset();
  }, [blocker]);
  return null;
}
