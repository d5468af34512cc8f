/** Asked again so soon, in milliseconds, or when the browser says that it is online. */
const AGAIN_MS = 1_000;

/** Told to the window where nobody answered, or an answer broke off. */
export const UNANSWERED = "unanswered";

/**
 * Asks until there is an answer, or nobody wants it any more: then there is none. By this Remix asks what stands at an address,
 * and reads the page that is opened, or the one on screen again (vite.config.ts): each fails while Helios is away, and Remix
 * would put an error page in the place of what is shown or filled in.
 */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal | null | undefined,
): Promise<Answer | undefined> {
  while (!signal?.aborted) {
    try {
      return await ask();
    } catch (error) {
      // An answer that says no is an answer.
      if ((error as { status?: number }).status) throw error;
      if (signal?.aborted) break;
      await soonOrOnline();
    }
  }
  return undefined;
}

/** The time to ask again after nobody answered. */
export const soonOrOnline = (): Promise<unknown> =>
  new Promise((again) => {
    window.dispatchEvent(new Event(UNANSWERED));
    setTimeout(again, AGAIN_MS);
    window.addEventListener("online", again, { once: true });
  });
