import type { ConnectionState } from "#app/live/index.ts";

/** What the mark of the connection says. still: nothing on the page is live; stale: what is seen is old. */
export type SeenAs = ConnectionState | "still" | "stale";

/**
 * `ageMs`: of the newest live value of the page, 0 while it is new enough, null without any. How old values are says more
 * than that the connection is slow.
 */
export function seenAs(connection: ConnectionState, ageMs: number | null): SeenAs {
  const isOpen = connection === "live" || connection === "slow";
  if (isOpen && ageMs !== null && ageMs > 0) return "stale";
  return connection === "live" && ageMs === null ? "still" : connection;
}
