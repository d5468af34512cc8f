/** What the forms of a machine's comments do. */
import { answerForm, answerRemoval } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { commentForm } from "./comment.ts";
import { deleteComment, hideComment, postComment } from "./comments.server.ts";

/** `device`: the id of a machine that is the person's to see. */
export function answerCommentForm(ctx: ActorDeps, device: number, form: FormData) {
  switch (form.get("intent")) {
    case "hide":
      return answerRemoval("hide", form, (id) => hideComment(ctx, id));
    case "delete":
      return answerRemoval("delete", form, (id) => deleteComment(ctx, id));
    default:
      return answerForm({
        intent: "post",
        form,
        schema: commentForm,
        run: async ({ text, is_public: isPublic }, sent) => {
          const { id } = await postComment({ ...ctx, sent }, String(device), { text, isPublic });
          return { id };
        },
      });
  }
}
