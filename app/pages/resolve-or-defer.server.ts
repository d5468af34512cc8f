import { withinMs } from "#app/domain/within.ts";

/** How long a page waits for its past before it goes out without: a reader sees the numbers first. */
const PATIENCE_MS = 250;

/** The value itself when it comes at once, else the promise, which is streamed after the page. */
export async function resolveOrDefer<T extends object>(
  work: Promise<T>,
): Promise<{ ready: T; late: null } | { ready: null; late: Promise<T> }> {
  const ready = await withinMs(PATIENCE_MS, work);
  return ready === null ? { ready: null, late: work } : { ready, late: null };
}
