/** Asked again so soon, in milliseconds, or when the browser says that it is online. */
const AGAIN_MS = 1_000;

/**
 * Asks until there is an answer, or nobody wants it any more. By this Remix asks what stands at an address that something of a
 * page is read from or sent to in the background (vite.config.ts): it fails while Helios is away, and Remix would put an error
 * page in the place of what is being read or filled in.
 */
export async function untilAnswered(
  ask: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  while (!signal?.aborted) {
    try {
      return await ask();
    } catch {
      await new Promise((again) => {
        setTimeout(again, AGAIN_MS);
        window.addEventListener("online", again, { once: true });
      });
    }
  }
}
