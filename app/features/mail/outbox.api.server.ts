import { z } from "zod";
import { listOutbox } from "./list-outbox.server.ts";
import { outboxQuery, outboxRowJson, toOutboxRowJson } from "./schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const SUPERUSERS = ["superuser"] as const;

export const outboxApi = [
  defineApi("/v1/outbox", {
    GET: {
      summary:
        "Messages on their way, sent or given up (status=dead), the newest first. Page on with before=next_before",
      access: SUPERUSERS,
      query: outboxQuery,
      response: z.object({ data: z.array(outboxRowJson), next_before: z.int().nullable() }),
      async handle({ ctx, query }) {
        const { messages, nextBefore } = await listOutbox(ctx, query);
        return { data: messages.map(toOutboxRowJson), next_before: nextBefore };
      },
    },
  }),
];
