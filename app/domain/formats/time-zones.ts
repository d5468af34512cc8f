const MAX_LENGTH = 64;

/** Whether the name is an IANA time zone that this engine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      name.length > 0 &&
      name.length <= MAX_LENGTH &&
      new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
    );
  } catch {
    return false;
  }
}

/** A zone as its place is called, the nearest first: "New York, America" for America/New_York. */
export const placeOfZone = (zone: string): string =>
  zone.replaceAll("_", " ").split("/").reverse().join(", ");
