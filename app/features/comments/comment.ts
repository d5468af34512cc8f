/** A comment on a machine: what of it can be written, by form and /v1 alike, and how it is shown. */
import { z } from "zod";
import { jsonView } from "#app/domain/json-view.ts";
import { requiredText } from "#app/domain/one-line.ts";
import { problemText } from "#app/domain/problems.ts";
import { commentTimeIn } from "./comment-time.ts";
import type { Nameable } from "./mentions.ts";

export const MAX_COMMENT_LENGTH = 2_000;

/** Whether what stands after `#t=` is a time does not depend on the plant's zone. */
const text = requiredText(MAX_COMMENT_LENGTH).refine(
  (text) => commentTimeIn(text, "UTC")?.timeMs !== null,
  { error: problemText({ code: "comment_time" }) },
);

/** `is_public`: visible to the customer. The provider's staff alone may say no; anybody else's is public. */
export const newComment = z.object({
  text,
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
  { points_at: "orNull", inserted_at: "always" },
);

/** What a page's form sends: a switch that is off sends nothing. */
export const commentForm = z.object({
  text,
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
  /** The moment that the text points to (`#t=`), a mark on the machine's charts. */
  pointsAt: number | null;
  insertedAt: number;
};

export type ListedComment = Comment & { canHide: boolean; canDelete: boolean };
/** `canPost`: the machine is in service. `canKeepInside`: may post for the provider's staff alone. `people`: whom a comment may name. */
export type CommentPage = {
  comments: ListedComment[];
  canPost: boolean;
  canKeepInside: boolean;
  people: Nameable[];
  /** When it was read. */
  nowMs: number;
};
/** What a page gets; null: they could not be read. */
export type CommentAnswer = { page: CommentPage | null };
