import type { ConnectionState, NewestAge } from "#app/live/index.ts";

/**
 * What the mark of the connection says. still: nothing on the page is live; stale: what is seen is old; unheard: nothing of
 * what is live on the page ever came.
 */
export type SeenAs = ConnectionState | "still" | "stale" | "unheard";

/**
 * `age`: of the newest live value of the page, ms, 0 while it is new enough, null on a page without any. How old values are says more
 * than that the connection is slow.
 */
export function seenAs(connection: ConnectionState, age: NewestAge): SeenAs {
  const isOpen = connection === "live" || connection === "slow";
  if (isOpen && typeof age === "number" && age > 0) return "stale";
  if (connection !== "live" || typeof age === "number") return connection;
  return age === "waiting" ? "connecting" : (age ?? "still");
}
