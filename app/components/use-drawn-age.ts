import { useEffect, type RefObject } from "react";
import { SECOND_MS } from "#app/domain/durations.ts";
import { useFormats } from "./use-formats.ts";

/**
 * Says in what the server drew, at the place that it has for that, how old it is: of when the page was asked for. `isOld`: it
 * stays as it is, for want of its script.
 */
export function useDrawnAge(place: RefObject<Element>, isOld: boolean): void {
  const formats = useFormats();
  useEffect(() => {
    const age = isOld ? place.current?.querySelector("[data-drawn-age]") : null;
    if (!age) return;
    const tell = () => {
      age.textContent = formats.ageOfState(performance.now());
    };
    tell();
    const timer = setInterval(tell, SECOND_MS);
    return () => clearInterval(timer);
  }, [place, isOld, formats]);
}
