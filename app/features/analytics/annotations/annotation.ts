/** A note on a span of time of a machine: what of it can be written, by form and /v1 alike, and how it is shown. */
import { z } from "zod";
import { checkRange, timeRange } from "#app/domain/formats/api-range.ts";
import { apiTime } from "#app/domain/formats/api-time.ts";
import { jsonView } from "#app/domain/json-view.ts";
import { isBlank } from "#app/domain/one-line.ts";
import { problemText } from "#app/domain/problems.ts";
import { ANNOTATION_KINDS, type AnnotationKind } from "#app/domain/series/annotation-kinds.ts";

export const MAX_ANNOTATION_LENGTH = 500;

/** [start_time, end_time), at most as long as a chart. Only what was looked at needs no words. */
export const newAnnotation = z
  .object({
    text: z.string().trim().max(MAX_ANNOTATION_LENGTH).default(""),
    start_time: apiTime,
    end_time: apiTime,
    /** Left out: of the whole machine. */
    metric: z.string().min(1).max(128).optional(),
    kind: z.enum(ANNOTATION_KINDS).default("note"),
  })
  .superRefine(({ text, kind, start_time: from, end_time: to }, context) => {
    checkRange({ from, to, fields: ["start_time", "end_time"] }, context);
    if (kind === "note" && isBlank(text))
      context.addIssue({
        code: "custom",
        path: ["text"],
        message: problemText({ code: "required" }),
      });
  });

export const annotationsQuery = z
  .object({
    device_id: z.string().min(1).max(128).meta({ description: "Id or serial number" }),
    start_time: apiTime,
    end_time: apiTime,
  })
  .superRefine(timeRange);

export const annotationView = jsonView(
  {
    id: z.int(),
    device_id: z.int(),
    /** `comment`: a comment on the machine that points to a moment; `id` is the comment's. */
    kind: z.enum([...ANNOTATION_KINDS, "comment"]),
    /** null: of the whole machine. */
    metric: z.string().nullable(),
    text: z.string(),
    /** null: the account is gone. */
    user_name: z.string().nullable(),
    /** Whether the caller may delete it. */
    can_delete: z.boolean(),
  },
  { start_time: "always", end_time: "always", created_at: "always" },
);
export type AnnotationJson = z.output<typeof annotationView.schema>;

/** Times are Unix milliseconds. */
export type Annotation = {
  id: number;
  deviceId: number;
  kind: AnnotationKind | "comment";
  metric: string | null;
  startTime: number;
  endTime: number;
  text: string;
  userName: string | null;
  canDelete: boolean;
  createdAt: number;
};
