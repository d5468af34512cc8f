import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { CommentAnswer } from "#app/features/comments/comment.ts";
import { answerCommentForm } from "#app/features/comments/comments.page.server.ts";
import { loadComments } from "#app/features/comments/comments.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { withFallback } from "#app/kit/states/beside.ts";
import { boundToMachine } from "#app/features/machines/machine-forms.page.server.ts";
import { requireMachinePage } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

/** A machine's comments for whoever sees it, for its tab and for the list of machines, where it may be unconfigured. */
export async function loader(args: LoaderFunctionArgs): Promise<CommentAnswer> {
  const { ctx, machine } = await requireMachinePage(args);
  const work = loadComments(ctx, String(machine.id));
  return { page: (await readBlock("comments", work)).content };
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const form = await readForm(args.request);
  const page = await requireMachinePage(args);
  return answerCommentForm(boundToMachine(page), page.machine.id, form);
}

/** Nobody answered: the comments say so, and the page stays. */
export const clientLoader = withFallback<CommentAnswer>({ page: null });

export const clientAction = keepTyped;

/** What shows the comments reads them again itself, by its own forms and live. */
export const shouldRevalidate = () => false;
