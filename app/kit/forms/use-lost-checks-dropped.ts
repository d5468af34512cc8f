import { useEffect } from "react";

/** Of the button by which Conform checks a field that is left: it submits the form to itself. */
const CHECK = "__intent__";

/**
 * React hears no event while it takes elements away, and a field that has the focus is left then: the check would be sent by
 * the browser itself, and its answer take the page's place. By the time an event comes here whoever is there has had it.
 */
const dropLostCheck = (event: Pick<SubmitEvent, "submitter" | "preventDefault">): void => {
  if ((event.submitter as HTMLButtonElement | null)?.name === CHECK) event.preventDefault();
};

export const useLostChecksDropped = (): void =>
  useEffect(() => {
    window.addEventListener("submit", dropLostCheck);
    return () => window.removeEventListener("submit", dropLostCheck);
  }, []);
