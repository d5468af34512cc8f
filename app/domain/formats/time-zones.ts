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
