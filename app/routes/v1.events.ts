import { z } from "zod";
import { toEventJson } from "#app/features/events/event-json.server.ts";
import { listEvents } from "#app/features/events/list-events.server.ts";
import { reportEvent } from "#app/features/events/report-event.server.ts";
import { eventJson, listEventsQuery, reportEventBody } from "#app/features/events/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/events", {
  GET: {
    summary:
      "A machine's events, the newest first; with bounds those that overlap [start_time, end_time)",
    access: "signed_in",
    query: listEventsQuery,
    response: z.object({ data: z.array(eventJson) }),
    async handle({ deps, actor, query }) {
      const range = { device: query.device_id, startMs: query.start_time, endMs: query.end_time };
      return { data: (await listEvents({ ...deps, actor }, range)).map(toEventJson) };
    },
  },
  POST: {
    summary: "Reports what happened to a machine, and what was done about it",
    access: "signed_in",
    body: reportEventBody,
    response: z.object({ data: eventJson }),
    status: 201,
    handle: async ({ deps, actor, body }) => ({
      data: toEventJson(await reportEvent({ ...deps, actor }, body.event)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
