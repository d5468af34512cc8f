import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerReport, REPORT_KINDS } from "#app/features/reports/reports.page.server.ts";
import { notFound, requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return redirect("/reports/measures");
}

/** A report's file, for the forms under /reports. */
export async function action(args: ActionFunctionArgs) {
  const signedIn = await requireUser(args);
  const form = await readForm(args.request);
  const kind = REPORT_KINDS.find((each) => each === args.params["kind"]);
  if (kind === undefined) throw notFound();
  return answerReport(kind, signedIn, args.request, form);
}
