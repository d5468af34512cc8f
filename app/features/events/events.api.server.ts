import { z } from "zod";
import { toComponentJson, toEventJson } from "./event-json.server.ts";
import { listComponents } from "./list-components.server.ts";
import {
  componentJson,
  eventJson,
  listComponentsQuery,
  listEventsQuery,
  reportEventBody,
} from "./schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { listEvents } from "./list-events.server.ts";
import { reportEvent } from "./report-event.server.ts";

export const eventsApi = [
  defineApi("/v1/components", {
    GET: {
      summary: "What machines are made of, with the reasons to work on it",
      access: "signed_in",
      query: listComponentsQuery,
      response: z.object({ data: z.array(componentJson) }),
      handle: async ({ ctx, query }) => ({
        data: (await listComponents(ctx, { device: query.device_id })).map(toComponentJson),
      }),
    },
  }),
  defineApi("/v1/events", {
    GET: {
      summary:
        "A machine's events, the newest first; with bounds those that overlap [start_time, end_time)",
      access: "signed_in",
      query: listEventsQuery,
      response: z.object({ data: z.array(eventJson) }),
      async handle({ ctx, query }) {
        const range = { device: query.device_id, startMs: query.start_time, endMs: query.end_time };
        return { data: (await listEvents(ctx, range)).map(toEventJson) };
      },
    },
    POST: {
      summary: "Reports what happened to a machine, and what was done about it",
      access: "signed_in",
      body: reportEventBody,
      response: z.object({ data: eventJson }),
      status: 201,
      handle: async ({ ctx, body }) => ({
        data: toEventJson(await reportEvent(ctx, body.event)),
      }),
    },
  }),
];
