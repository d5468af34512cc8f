import { errorText, log } from "#app/platform/log.ts";

/** A part of a page that may fail alone. */
export type Block<T> = { content: T; failed: false } | { content: null; failed: true };

/** What a block shows; where it cannot be read the failure is logged, and the other blocks stand. */
export async function readBlock<T>(name: string, work: Promise<T>): Promise<Block<T>> {
  try {
    return { content: await work, failed: false };
  } catch (error) {
    log({
      event: "request_failed",
      requestId: crypto.randomUUID(),
      method: "GET",
      path: name,
      error: errorText(error),
    });
    return { content: null, failed: true };
  }
}
