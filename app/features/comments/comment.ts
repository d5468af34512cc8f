/** A comment on a machine: what of it can be written, by form and /v1 alike, and how it is shown. */
import { z } from "zod";
import { jsonView } from "#app/domain/json-view.ts";

export const MAX_COMMENT_LENGTH = 2_000;

/** `is_public`: visible to the customer. The provider's staff alone may say no; anybody else's is public. */
export const newComment = z.object({
  text: z.string().trim().min(1).max(MAX_COMMENT_LENGTH),
  is_public: z.boolean().default(true),
});

export const commentView = jsonView(
  {
    id: z.int(),
    text: z.string(),
    is_public: z.boolean(),
    device_id: z.int(),
    /** null: the account is gone. */
    user_name: z.string().nullable(),
  },
  { inserted_at: "always" },
);

/** What a page's form sends: a switch that is off sends nothing. */
export const commentForm = z.object({
  text: newComment.shape.text,
  is_public: z.boolean().default(false),
});

/** Times are Unix milliseconds. */
export type Comment = {
  id: number;
  text: string;
  isPublic: boolean;
  deviceId: number;
  userId: number | null;
  userName: string | null;
  insertedAt: number;
};

export type ListedComment = Comment & { canHide: boolean; canDelete: boolean };
/** `canKeepInside`: may post for the provider's staff alone. */
export type CommentPage = { comments: ListedComment[]; canKeepInside: boolean };
/** What a page gets; null: they could not be read. */
export type CommentAnswer = { page: CommentPage | null };
