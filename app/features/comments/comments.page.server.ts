/** What the forms of a machine's comments do. */
import { z } from "zod";
import { answerForm, unlessGone } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { commentForm } from "./comment.ts";
import { deleteComment, hideComment, postComment } from "./comments.server.ts";

const oneComment = z.object({ id: z.coerce.number<string>().int() });

/** `device`: the id of a machine that is the person's to see. */
export function answerCommentForm(
  { deps, actor }: Pick<SignedIn, "deps" | "actor">,
  device: number,
  form: FormData,
) {
  const ctx = { ...deps, actor };
  switch (form.get("intent")) {
    case "hide":
      return answerForm({
        intent: "hide",
        form,
        schema: oneComment,
        run: ({ id }) => hideComment(ctx, id).catch(unlessGone({ id })),
      });
    case "delete":
      return answerForm({
        intent: "delete",
        form,
        schema: oneComment,
        run: ({ id }) => deleteComment(ctx, id).catch(unlessGone({ id })),
      });
    default:
      return answerForm({
        intent: "post",
        form,
        schema: commentForm,
        run: async ({ text, is_public: isPublic }) => {
          const { id } = await postComment(ctx, String(device), { text, isPublic });
          return { id };
        },
      });
  }
}
