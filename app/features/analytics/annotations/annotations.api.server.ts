import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { rowId } from "#app/api/params.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { annotationsQuery, annotationView, newAnnotation } from "./annotation.ts";
import { addAnnotation, deleteAnnotation, listAnnotations } from "./annotations.server.ts";

export const annotationsApi = [
  defineApi("/v1/annotations", {
    GET: {
      summary:
        "Notes on spans of time of a machine that overlap [start_time, end_time) and comments that point to a moment of it, the earliest first; of more than 500 the newest",
      access: "signed_in",
      query: annotationsQuery,
      response: z.object({ data: z.array(annotationView.schema) }),
      async handle({ ctx, query }) {
        const { device_id: device, start_time: startMs, end_time: endMs } = query;
        const listed = await listAnnotations(ctx, { device, startMs, endMs });
        return { data: listed.map(annotationView.toJson) };
      },
    },
    POST: {
      summary:
        "Notes something on [start_time, end_time) of a machine, or of one of its metrics; everybody who sees the machine reads it",
      access: "signed_in",
      body: newAnnotation.safeExtend({
        device_id: z
          .union([z.int(), z.string().min(1).max(128)])
          .transform(String)
          .meta({ description: "Id or serial number" }),
      }),
      response: z.object({ data: annotationView.schema }),
      status: 201,
      addsOnce: true,
      async handle({ ctx, body: { device_id: device, ...input } }) {
        const added = await addAnnotation(ctx, device, toCamelKeys(input));
        return { data: annotationView.toJson(added) };
      },
    },
  }),
  defineApi("/v1/annotations/{id}", {
    DELETE: {
      summary: "Deletes a note for good: for its author, and for administrators anybody's",
      access: "signed_in",
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({ data: await deleteAnnotation(ctx, rowId(params.id)) }),
    },
  }),
];
