/** What the form of the page of parts quotes does. */
import { answerChange } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { quoteForm } from "./parts-quote.ts";
import { changePartsQuote } from "./parts-quotes.server.ts";

export type QuoteDone = { id: number };

export const answerQuoteForm = (ctx: ActorDeps, form: FormData) =>
  answerChange({
    intent: "save",
    form,
    schema: quoteForm,
    toChange: ({ id: _which, ...quote }) => quote,
    run: async (change, { id }): Promise<QuoteDone> => ({
      id: (await changePartsQuote(ctx, id, change)).id,
    }),
  });
