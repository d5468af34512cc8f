import { useNewestAge } from "#app/live/index.ts";

/** How old the youngest value of the page is, ms; 0: of now, or not known. */
export function usePageAge(): number {
  const age = useNewestAge();
  return typeof age === "number" ? age : 0;
}
