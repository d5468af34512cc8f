import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { writeJournalFile } from "#app/features/alarms/journal-file.server.ts";
import { readJournalSearch } from "#app/features/alarms/journal-question.ts";
import { answerFile } from "#app/pages/answer-file.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";

/** What the filters of the journal's page find, as CSV. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireUser({ request, context });
  // In demo mode it would tell what the page hides.
  if ((await findMasking(request, user)) !== null) throw redirect("/alarms/journal");
  const locale = await negotiateLocale(request, user.locale);
  const { search } = new URL(request.url);
  const { filter, isOldestFirst } = readJournalSearch(search, ctx.now, locale);
  const chunks = writeJournalFile(ctx, filter, isOldestFirst);
  return answerFile(ctx, () =>
    Promise.resolve({ name: "helios-alarms.csv", type: "text/csv", chunks }),
  );
}
