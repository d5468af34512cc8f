/**
 * Data of the page that somebody is about to open: asked for when they point at a link to it, kept in memory for their click.
 * Remix asks ahead by `<link rel="prefetch">`, of which nothing is kept, as no answer of Helios may be stored
 * (workers/security-headers.ts). vite.config.ts makes Remix ask ahead and take what was kept here instead; the dev server takes
 * Remix as it is.
 */
import { useEffect } from "react";

/** Nothing older is taken, in milliseconds since it was asked for: a click comes sooner. */
const KEPT_MS = 5_000;

type Ahead = {
  href: string;
  /** As `performance.now()` counts. */
  askedAt: number;
  /** null: nothing came that can be shown. */
  answer: Promise<Response | null>;
  request: AbortController;
};

/** Of the link that was pointed at last. */
let ahead: Ahead | null = null;
/** The data that a page was last opened with, or is being opened: its link, still pointed at, asks for nothing more. */
let opened: string | null = null;
/** How much was sent whose answer has not come: what is read meanwhile may be older than what was done. */
let sending = 0;

/** As much of the router's state as tells a page that is opened from one that is read again, and whether it stands at all. */
type RouterState = {
  errors?: object | null;
  navigation: { state: string; formMethod?: string | undefined };
  revalidation: string;
};

/** In the place of Remix' `<link rel="prefetch" as="fetch">`. */
export function DataAhead({ href }: { href: string }) {
  useEffect(() => askAhead(new URL(href, window.location.href).href), [href]);
  return null;
}

export function askAhead(href: string): void {
  if (sending > 0 || href === opened || isKept(href)) return;
  forgetAhead();
  const request = new AbortController();
  const answer = fetch(href, { signal: request.signal }).then(readToItsEnd, () => null);
  ahead = { href, askedAt: performance.now(), answer, request };
}

export function forgetAhead(): void {
  ahead?.request.abort();
  ahead = null;
}

const isKept = (href: string): boolean =>
  ahead?.href === href && performance.now() - ahead.askedAt < KEPT_MS;

/** Nothing is kept of a redirect (202), a refusal or a failure: the click asks again. What was read holds no connection. */
function readToItsEnd({ status, headers, body }: Response): Response | null {
  if (status !== 200 || body === null) return null;
  const all = { highWaterMark: Infinity };
  return new Response(body.pipeThrough(new TransformStream(undefined, undefined, all)), {
    status,
    headers,
  });
}

/**
 * Remix' fetch of a page's data. What was kept is taken where a page is opened, once; `router` is given there alone. Who reads
 * anything else of a page was told that something has changed, which what was kept may not know.
 */
export async function fetchData(
  url: URL,
  init: RequestInit,
  router?: RouterState,
): Promise<Response> {
  const isOpening = opens(router);
  const kept = isOpening && isKept(url.href) ? ahead : null;
  if (isOpening) opened = url.href;
  if (kept === null) {
    forgetAhead();
    const answer = await fetch(url, init);
    // In the place of a failure nothing can be lost.
    const readsItself =
      router?.navigation.state === "idle" && !router.errors && router.revalidation === "loading";
    return readsItself && (await leadsToSignIn(answer)) ? untilGivenUp(init) : answer;
  }
  ahead = null;
  init.signal?.addEventListener("abort", () => kept.request.abort(init.signal?.reason));
  const answer = await kept.answer;
  return answer === null || init.signal?.aborted ? fetch(url, init) : answer;
}

/** The status by which Remix tells of a redirect, whose address is in the answer. */
const REDIRECTS = 202;

const leadsToSignIn = async (answer: Response): Promise<boolean> =>
  answer.status === REDIRECTS && (await answer.clone().text()).includes('"/login?');

/**
 * The session has ended. A page that reads itself again is not left for the sign-in, with all that is typed in it: it stays as
 * it was read, says that one was signed out, and is read again with the next session (other-windows.tsx).
 */
const untilGivenUp = ({ signal }: RequestInit): Promise<Response> =>
  new Promise((_, giveUp) => {
    signal?.addEventListener("abort", () => giveUp(signal.reason as Error));
  });

const opens = (router: RouterState | undefined): boolean =>
  router?.navigation.state === "loading" &&
  router.navigation.formMethod === undefined &&
  router.revalidation === "idle";

/**
 * From now on nothing is kept that was read before something was sent to Helios, or before another window was used: also one
 * beside this one, whose links can be pointed at while the other has the focus.
 */
export function forgetAheadAtSends(): void {
  const ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (!isSend(input, init)) return ask(input, init);
    forgetAhead();
    sending += 1;
    try {
      return await ask(input, init);
    } finally {
      sending -= 1;
    }
  };
  for (const way of ["blur", "focus", "pagehide"]) window.addEventListener(way, forgetAhead);
  document.addEventListener("visibilitychange", forgetAhead);
}

function isSend(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const { method = "GET", url } = input instanceof Request ? input : { url: input };
  return (
    !/^(?:GET|HEAD)$/i.test(init?.method ?? method) &&
    new URL(url, window.location.href).origin === window.location.origin
  );
}
