import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { commentAddress } from "#app/features/comments/comment-address.ts";
import type { CommentAnswer } from "#app/features/comments/comment.ts";
import { CommentPanel } from "#app/features/comments/comment-panel.tsx";
import { loadComments } from "#app/features/comments/comments.server.ts";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";

export const handle = { partKey: "crumbs.comments" };

export async function loader(args: LoaderFunctionArgs): Promise<CommentAnswer> {
  const { ctx, machine } = await requireMachineTab(args, "comments");
  const work = loadComments(ctx, String(machine.id));
  return { page: (await readBlock("comments", work)).content };
}

/** Not by the panel's own forms, after which it reads its comments itself. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.formAction !== commentAddress(Number(args.currentParams.id)) && readAgainUnlessLost(args);

export default function CommentsTab() {
  const { machine } = useMachinePage();
  return (
    <CommentPanel
      key={machine.id}
      deviceId={machine.id}
      timezone={machine.facility?.timezone ?? "UTC"}
      first={useLoaderData<typeof loader>()}
    />
  );
}

export const ErrorBoundary = PageFailure;
