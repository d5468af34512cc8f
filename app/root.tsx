import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteLoaderData,
} from "@remix-run/react";
import interFont from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { WithAreaTexts } from "./components/area-texts.tsx";
import { loadLater } from "./components/load-later.tsx";
import { KeepEarlyActs, useEarlyActs } from "./components/layout/early-acts.tsx";
import { EarlyFormats } from "./components/layout/early-formats.tsx";
import { NoEval } from "./components/layout/no-eval.tsx";
import { DocumentFailure } from "./components/layout/page-failure.tsx";
import { useNonce } from "./components/layout/nonce.tsx";
import { StandsStill } from "./components/layout/stands-still.tsx";
import { usePageTitle } from "./components/layout/use-page-title.ts";
import { readAgainAfterForms } from "./kit/forms/read-again.ts";
import { findDisplayVisit, isDisplayPath } from "./features/displays/display.page.server.ts";
import { findUser } from "./pages/guards.server.ts";
import { CookieBanner } from "./features/shell/cookie-banner.tsx";
import { SkipLink } from "./features/shell/skip-link.tsx";
import { useMaskingSoon } from "./features/shell/use-masking-soon.ts";
import { hasCookieConsent, negotiateLocale, readTheme } from "./platform/preferences.server.ts";
import styles from "./styles/app.css?url";

const LikeOtherWindows = loadLater(() => import("./features/shell/like-other-windows.tsx"));

export const links: LinksFunction = () => [
  { rel: "preload", href: interFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (isDisplayPath(request)) return screenPreferences({ request, context });
  const user = await findUser({ request, context });
  return {
    locale: await negotiateLocale(request, user?.locale ?? null),
    theme: readTheme(request),
    cookieConsent: hasCookieConsent(request),
  };
}

export const shouldRevalidate = readAgainAfterForms;

/** A screen on the wall speaks the language that was chosen for it, is dark, and has nobody to ask about cookies. */
async function screenPreferences(args: Pick<LoaderFunctionArgs, "request" | "context">) {
  const { found } = await findDisplayVisit(args);
  return {
    locale: found?.display.locale ?? (await negotiateLocale(args.request, null)),
    theme: "dark" as const,
    cookieConsent: true,
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const theme = useRouteLoaderData<typeof loader>("root")?.theme ?? "system";
  const nonce = useNonce();
  useEarlyActs();
  return (
    <html lang={i18n.language} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <NoEval />
        <KeepEarlyActs />
        <EarlyFormats />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151b23" />
        <PageTitle />
        <meta name="description" content={t("login.panelText")} />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function PageTitle() {
  const { t } = useTranslation();
  const masksSoon = useMaskingSoon();
  const title = usePageTitle(true);
  const brand = t("brand");
  return <title>{title === null || masksSoon ? brand : `${title} · ${brand}`}</title>;
}

export default function Root() {
  const { cookieConsent } = useLoaderData<typeof loader>();
  // The shell stays while the words of a page inside it come.
  const routes = useMatches();
  const isInShell = routes.some(({ id }) => id === "routes/_app");
  // A screen on the wall keeps what was chosen for it.
  const isDisplay = routes.some(({ id }) => id === "routes/display._index");
  const hasContent = useRouteLoaderData("routes/_app") !== undefined;
  return (
    <>
      {hasContent && <SkipLink />}
      {!cookieConsent && <CookieBanner />}
      {isInShell ? (
        <Outlet />
      ) : (
        <>
          <WithAreaTexts>
            <Outlet />
          </WithAreaTexts>
          {!isDisplay && <LikeOtherWindows />}
        </>
      )}
      <StandsStill />
    </>
  );
}

export const ErrorBoundary = DocumentFailure;
