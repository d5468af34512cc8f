let startedMs: number | null = null;

/**
 * Since when Helios takes what machines send, by its clock. On one machine: since the first recorder of this process woke.
 * Deployed: always. There a recorder wakes in a new process whenever the platform likes, and Helios was not away before it.
 */
export function findUpSince({ HELIOS_MODE }: { HELIOS_MODE: string }, nowMs: number): number {
  if (HELIOS_MODE !== "local") return 0;
  return (startedMs ??= nowMs);
}
