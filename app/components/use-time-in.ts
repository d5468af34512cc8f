import { useFormats } from "./use-formats.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Moments in words, in the reader's own zone, else that of the device, which only the browser knows. */
export function useTimeIn(timeZone: string | null): (timeMs: number) => string {
  const formats = useFormats();
  const hydrated = useHydrated();
  const zone = timeZone ?? (hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC");
  return (timeMs) => `${formats.dateTime(timeMs, zone)} ${formats.zone(timeMs, zone)}`;
}
