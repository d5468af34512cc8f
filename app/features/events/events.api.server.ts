import { z } from "zod";
import { rowId } from "#app/api/params.ts";
import { changeEvent } from "./change-event.server.ts";
import { toComponentJson, toEventJson, toEventPageJson } from "./event-json.server.ts";
import { requireEvent } from "./get-event.server.ts";
import { listComponents } from "./list-components.server.ts";
import {
  changeEventBody,
  componentJson,
  eventJson,
  eventPageJson,
  listComponentsQuery,
  listEventsQuery,
  reportEventBody,
} from "./schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { readPlace } from "#app/domain/formats/list-place.ts";
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
        "A machine's events, the newest first; with bounds those that overlap [start_time, end_time). At most 5,000 at once: page on with before=next_before",
      access: "signed_in",
      query: listEventsQuery,
      response: eventPageJson,
      async handle({ ctx, query }) {
        const { device_id: device, start_time: startMs, end_time: endMs, before, limit } = query;
        const after = before === undefined ? undefined : readPlace(before);
        return toEventPageJson(
          await listEvents(ctx, { device, startMs, endMs, after, limit }),
          ctx.actor,
        );
      },
    },
    POST: {
      summary: "Reports what happened to a machine, and what was done about it",
      access: "signed_in",
      body: reportEventBody,
      response: z.object({ data: eventJson }),
      status: 201,
      addsOnce: true,
      handle: async ({ ctx, body }) => ({
        data: toEventJson(await reportEvent(ctx, body.event), ctx.actor),
      }),
    },
  }),
  defineApi("/v1/events/{id}", {
    GET: {
      summary: "One event of a machine",
      access: "signed_in",
      response: z.object({ data: eventJson }),
      handle: async ({ ctx, params }) => ({
        data: toEventJson(await requireEvent(ctx, rowId(params.id)), ctx.actor),
      }),
    },
    PATCH: {
      summary: "Changes an event, for who reported it; what is left out stays",
      access: "signed_in",
      body: changeEventBody,
      response: z.object({ data: eventJson }),
      handle: async ({ ctx, params, body }) => ({
        data: toEventJson(await changeEvent(ctx, rowId(params.id), body.event), ctx.actor),
      }),
    },
  }),
];
