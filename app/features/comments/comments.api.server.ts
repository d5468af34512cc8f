import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { rowId } from "#app/api/params.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { commentView, newComment } from "./comment.ts";
import {
  countComments,
  deleteComment,
  hideComment,
  listComments,
  postComment,
} from "./comments.server.ts";

const idOnly = z.object({ data: z.object({ id: z.int() }) });

export const commentsApi = [
  defineApi("/v1/comments/{id}/count", {
    GET: {
      summary: "How many comments of the machine with this id or serial number the caller may read",
      access: "signed_in",
      response: z.object({ data: z.object({ count: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: { count: await countComments(ctx, params.id) },
      }),
    },
  }),
  defineApi("/v1/comments/{id}/hide", {
    PUT: {
      summary:
        "Hides the comment with this id from lists and counts: for its author, and for administrators anybody's",
      access: "signed_in",
      response: idOnly,
      handle: async ({ ctx, params }) => ({ data: await hideComment(ctx, rowId(params.id)) }),
    },
  }),
  defineApi("/v1/comments/{id}", {
    GET: {
      summary:
        "Comments on the machine with this id or serial number, the newest first; those that are not public for the provider's staff only",
      access: "signed_in",
      response: z.object({ data: z.array(commentView.schema) }),
      handle: async ({ ctx, params }) => ({
        data: (await listComments(ctx, params.id)).map(commentView.toJson),
      }),
    },
    POST: {
      summary:
        "Comments on the machine with this id or serial number; `is_public` false counts for the provider's staff only",
      access: "signed_in",
      body: z.object({ comment: newComment.extend({ device_id: z.int().optional() }) }),
      response: z.object({ data: commentView.schema }),
      status: 201,
      addsOnce: true,
      async handle({ ctx, params, body: { comment } }) {
        const posted = await postComment(ctx, params.id, toCamelKeys(comment));
        return { data: commentView.toJson(posted) };
      },
    },
    DELETE: {
      summary: "Deletes the comment with this id for good: for its author and superusers",
      access: "signed_in",
      response: idOnly,
      handle: async ({ ctx, params }) => ({ data: await deleteComment(ctx, rowId(params.id)) }),
    },
  }),
];
