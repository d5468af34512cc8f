import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { AppError } from "#app/domain/errors.ts";
import { openSavedQuestion } from "#app/features/analytics/saved/saved-questions.server.ts";
import { notFound, requireUser } from "#app/pages/guards.server.ts";

/** The short link of a saved question: opens it for whoever may see it. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireUser(args);
  const path = await openSavedQuestion(ctx, args.params["code"] ?? "").catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? notFound() : error;
  });
  throw redirect(path);
}
