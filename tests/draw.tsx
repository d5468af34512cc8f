/** Parts of pages as the server draws them, without a browser. */
import { createInstance } from "i18next";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { Outlet } from "react-router-dom";
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandlerContext,
} from "react-router-dom/server";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { I18N_OPTIONS } from "#app/locales/i18n.ts";

const TEXTS = { en, es };

/** The part's HTML, in the language. */
export async function draw(part: ReactNode, locale: "en" | "es" = "en"): Promise<string> {
  const i18n = createInstance();
  const { common, glossary } = TEXTS[locale];
  await i18n.init({
    ...I18N_OPTIONS,
    lng: locale,
    fallbackLng: locale,
    resources: { [locale]: { common, glossary } },
  });
  const html = renderToString(<I18nextProvider i18n={i18n}>{part}</I18nextProvider>);
  // React marks where one text ends and the next begins.
  return html.replaceAll("<!-- -->", "");
}

/**
 * The part as a page of its own, for what asks the router: it can be read again, and has an address. `outlet`: what the layout
 * around it tells its pages.
 */
export async function asPage(
  element: ReactNode,
  address = "/",
  outlet: unknown = null,
): Promise<ReactNode> {
  const { query, dataRoutes } = createStaticHandler([
    { path: "/", element: <Outlet context={outlet} />, children: [{ index: true, element }] },
  ]);
  const context = (await query(new Request(`http://helios${address}`))) as StaticHandlerContext;
  const router = createStaticRouter(dataRoutes, context);
  return <StaticRouterProvider router={router} context={context} hydrate={false} />;
}

/** What is read of it; `between` stands where a tag was. */
export const readText = (html: string, between = ""): string =>
  html.replaceAll(/<[^<>]*>/g, between);
