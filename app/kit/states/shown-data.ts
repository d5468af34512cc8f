import { isRouteErrorResponse, useLocation, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { useEffect } from "react";
import { soonOrOnline } from "#app/components/layout/until-answered.ts";
import { isToSignIn } from "#app/kit/forms/keep-typed.ts";

/**
 * What a page shows stays when it cannot be read again: without it, Remix would put a failure in its place, and with the
 * page would go an open drawer, what is typed in it, and a key that is told once. For pages that read themselves again.
 */
export class ShownData<Data extends object> {
  #shown: { address: string; data: Data } | null = null;
  readonly #old = new WeakSet<object>();
  readonly #staysSignedOut: boolean;

  /** `staysSignedOut`: also once the session has ended. Not on a wall: nobody types there, and its values are not for everybody. */
  constructor({ staysSignedOut = true } = {}) {
    this.#staysSignedOut = staysSignedOut;
  }

  /** The data is on screen at the address, until what it answers is called. */
  show(address: string, data: Data): () => void {
    this.#shown = { address, data };
    return () => {
      this.#shown = null;
    };
  }

  /**
   * What `load` answers; where it only failed, what is shown at that address. A refusal always counts. What is opened is
   * asked for until somebody answers or nobody wants it any more: the page before it stays meanwhile.
   */
  async read(address: string, load: () => Promise<Data>): Promise<Data> {
    try {
      return await load();
    } catch (error) {
      if (this.#shown?.address !== address) {
        // What fetch throws when nobody answers.
        if (!(error instanceof TypeError)) throw error;
        await soonOrOnline();
        return this.read(address, load);
      }
      if (this.#isAnswer(error)) throw error;
      const kept = { ...this.#shown.data };
      this.#old.add(kept);
      return kept;
    }
  }

  /** That one is sent elsewhere, may not see it, or that it is not there. */
  #isAnswer(error: unknown): boolean {
    return error instanceof Response
      ? !(this.#staysSignedOut && isToSignIn(error))
      : isRouteErrorResponse(error) && error.status < 500;
  }

  /** Whether it was to be read again and could not be. */
  isOld(data: Data): boolean {
    return this.#old.has(data);
  }
}

const addressOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  pathname + search;

/**
 *     const shown = new ShownData<Page>();
 *     export const clientLoader = readOrKeep(shown);
 *     // in the page:
 *     const isOld = useShown(shown, useLoaderData<typeof loader>());
 */
export const readOrKeep =
  <Data extends object>(shown: ShownData<Data>) =>
  ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Data> =>
    shown.read(addressOf(new URL(request.url)), () => serverLoader() as Promise<Data>);

/** Says whether what the page shows is old because it could not be read again. */
export function useShown<Data extends object>(shown: ShownData<Data>, data: Data): boolean {
  const address = addressOf(useLocation());
  useEffect(() => shown.show(address, data), [shown, address, data]);
  return shown.isOld(data);
}
