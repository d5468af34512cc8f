import { useFormats } from "~/components/use-formats";
import { useHydrated } from "~/components/use-hydrated";

/** Times of a person's own doings, in the zone they chose, else that of the device, which only the browser knows. */
export function useOwnTime(timeZone: string | null): (timeMs: number) => string {
  const formats = useFormats();
  const hydrated = useHydrated();
  const zone = timeZone ?? (hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC");
  return (timeMs) => `${formats.dateTime(timeMs, zone)} ${formats.zone(timeMs, zone)}`;
}
