import type {
  AppLoadContext,
  DataFunctionArgs,
  EntryContext,
  ServerBuild,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import i18next from "i18next";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { NonceContext } from "./components/layout/nonce.tsx";
import { getDeps } from "./platform/context.server.ts";
import { withMaskedPages } from "./pages/masked-pages.server.ts";
import { isReaderGone } from "./pages/reader-gone.ts";
import { withRefusals } from "./pages/refused-pages.server.ts";
import { takesForm } from "./pages/takes-form.ts";
import { negotiateLocale } from "./platform/preferences.server.ts";
import { I18N_OPTIONS, keepTextForms } from "./locales/i18n.ts";
import { isLocale, type Locale } from "./domain/preferences.ts";
import * as en from "./all-texts/en.ts";
import * as es from "./all-texts/es.ts";
import { errorText, log } from "./platform/log.ts";

/** What holds for every page; the Worker puts it around the routes. */
export const withPageRules = (routes: ServerBuild["routes"]): ServerBuild["routes"] =>
  withRefusals(withMaskedPages(routes));

/** For the Worker, which refuses methods before Remix finds the route. */
export { takesForm };

/** Deferred data that takes longer is given up, so that no response hangs. */
const RENDER_TIMEOUT_MS = 10_000;
export const streamTimeout = RENDER_TIMEOUT_MS;

const resources = {
  en: { common: en.common, glossary: en.glossary },
  es: { common: es.common, glossary: es.glossary },
} satisfies Record<Locale, unknown>;

/** The language that the root loader chose (it knows the user); when that failed, what the request alone says. */
async function localeOf(request: Request, context: EntryContext): Promise<Locale> {
  const root = context.staticHandlerContext.loaderData?.["root"] as
    | { locale?: unknown }
    | undefined;
  return isLocale(root?.locale) ? root.locale : await negotiateLocale(request, null);
}

function tellFailure(error: unknown, request: Request, context: AppLoadContext): void {
  const { pathname } = new URL(request.url);
  const requestId = crypto.randomUUID();
  log({
    event: "request_failed",
    requestId,
    method: request.method,
    path: pathname,
    error: errorText(error),
  });
  getDeps(context).reportFailure({ where: pathname, error, requestId });
}

/** What a loader or action threw without meaning to. What Remix itself refuses (no such page, no such method) is no failure. */
export function handleError(error: unknown, { request, context }: DataFunctionArgs): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) tellFailure(error, request, context);
}

export default async function handleRequest(
  request: Request,
  responseStatusCode: number,
  responseHeaders: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const locale = await localeOf(request, remixContext);
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: locale, resources });
  keepTextForms(i18n);
  const nonce = loadContext.cspNonce;
  let status = responseStatusCode;

  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <I18nextProvider i18n={i18n}>
        <RemixServer
          context={remixContext}
          url={request.url}
          nonce={nonce}
          abortDelay={RENDER_TIMEOUT_MS}
        />
      </I18nextProvider>
    </NonceContext.Provider>,
    {
      nonce,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS + 1_000)]),
      onError(error) {
        if (!request.signal.aborted && !isReaderGone(error))
          tellFailure(error, request, loadContext);
        status = 500;
      },
    },
  );

  if (isbot(request.headers.get("user-agent") ?? "")) await body.allReady;
  responseHeaders.set("Content-Type", "text/html; charset=utf-8");
  responseHeaders.set("Content-Language", locale);
  responseHeaders.append("Vary", "Cookie, Accept-Language");
  return new Response(body, { headers: responseHeaders, status });
}
