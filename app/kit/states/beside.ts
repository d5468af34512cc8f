/** The `clientLoader`s of what is read beside a page, by a part of it: whatever comes of that, the page and what is typed in it stay. */
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isToSignIn } from "#app/kit/forms/keep-typed.ts";

/**
 * What the server answers; `fallback` where nobody answered, or the session has ended: a redirect would take the whole page to
 * the sign-in, and lead from there to an address that shows nothing. The page itself tells that it was signed out.
 *
 *     export const clientLoader = withFallback<CommentAnswer>({ page: null });
 */
export const withFallback =
  <Answer extends object>(fallback: Answer) =>
  async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<Answer> => {
    try {
      return (await serverLoader()) as Answer;
    } catch (error) {
      if (error instanceof Response && !isToSignIn(error)) throw error;
      return fallback;
    }
  };

/** Of an address that forms are sent to: who opens such a form needs its script, and there is nothing to read. */
export const nothingToLoad = (): null => null;
