import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { PartsQuoteList } from "#app/features/maintenance/quotes/parts-quote-list.tsx";
import { workIn } from "#app/domain/maintenance/catalogue-words.ts";
import { partsQuoteView } from "#app/features/maintenance/parts-quote.ts";
import { answerQuoteForm } from "#app/features/maintenance/parts-quotes.page.server.ts";
import { listPartsQuotes } from "#app/features/maintenance/parts-quotes.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";

export const handle = { partKey: "crumbs.parts_quotes" };

/** Who asked for which parts, the newest first. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, user } = await requireRole(args, "superuser");
  const [listed, locale] = await Promise.all([
    listPartsQuotes(ctx),
    negotiateLocale(args.request, user.locale),
  ]);
  const quotes = listed.map((quote) => {
    const { name, target } = workIn(locale, { ...quote, name: quote.maintenanceName });
    return partsQuoteView.toJson({ ...quote, maintenanceName: name, target });
  });
  return { quotes };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  return answerQuoteForm(ctx, await readForm(args.request));
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export default function PartsQuotesPage() {
  return <PartsQuoteList {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
