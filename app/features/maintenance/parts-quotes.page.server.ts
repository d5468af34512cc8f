/** What the form of the page of parts quotes does. */
import { answerForm } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { quoteForm } from "./parts-quote.ts";
import { changePartsQuote } from "./parts-quotes.server.ts";

export type QuoteDone = { id: number };

export const answerQuoteForm = (
  { deps, actor }: Pick<SignedIn, "deps" | "actor">,
  form: FormData,
) =>
  answerForm({
    intent: "save",
    form,
    schema: quoteForm,
    run: async ({ id, ...change }): Promise<QuoteDone> => ({
      id: (await changePartsQuote({ ...deps, actor }, id, change)).id,
    }),
  });
