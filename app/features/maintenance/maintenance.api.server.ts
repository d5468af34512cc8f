import { listMaintenances } from "./list-maintenances.server.ts";
import {
  toAvailableTypeJson,
  toMaintenanceJson,
  toRecommendedJson,
} from "./maintenance-json.server.ts";
import {
  deleteQuery,
  maintenanceJson,
  maintenancesJson,
  recommendedJson,
  recommendedQuery,
  updateMaintenanceBody,
} from "./schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { z } from "zod";
import { PRIVILEGED } from "#app/domain/access/permissions.ts";
import { toIso } from "#app/domain/formats/api-time.ts";
import { getWorkAround } from "./get-work-around.server.ts";
import { aroundJson, aroundQuery, toAroundJson } from "./work-around.ts";
import { partsQuoteView, quoteChange, quoteRequest } from "./parts-quote.ts";
import { changePartsQuote, listPartsQuotes } from "./parts-quotes.server.ts";
import { requestPartsQuote } from "./request-parts-quote.server.ts";
import { addMaintenance } from "./add-maintenance.server.ts";
import { deleteMaintenance } from "./delete-maintenance.server.ts";
import { newMaintenanceBody } from "./new-maintenance.ts";
import { updateMaintenance } from "./update-maintenance.server.ts";
import { rowId } from "#app/api/params.ts";
import { listRecommendedMaintenances } from "./list-recommended-maintenances.server.ts";

const SUPERUSERS = ["superuser"] as const;

export const maintenanceApi = [
  defineApi("/v1/devices/{id}/maintenances", {
    GET: {
      summary:
        "A machine's maintenances with burn rates and history, and the types that could be added",
      access: "signed_in",
      response: maintenancesJson,
      async handle({ ctx, params }) {
        const { maintenances, availableTypes } = await listMaintenances(ctx, params.id);
        return {
          maintenances: maintenances.map(toMaintenanceJson),
          available_types: availableTypes.map(toAvailableTypeJson),
        };
      },
    },
  }),
  defineApi("/v1/maintenances", {
    POST: {
      summary:
        "Adds a maintenance to a machine: one of its available_types, or a custom one with name, cutoff and lifetime",
      access: PRIVILEGED,
      body: newMaintenanceBody,
      response: z.object({ data: maintenanceJson }),
      status: 201,
      handle: async ({ ctx, body }) => ({
        data: toMaintenanceJson(await addMaintenance(ctx, body.device_id, body.maintenance)),
      }),
    },
  }),
  defineApi("/v1/maintenances/{id}", {
    PUT: {
      summary:
        "Marks a maintenance done (performed_at), puts it off (snoozed_until, snooze_reason; snoozed_at when it was put off before now) or takes it up again (snoozed_until null)",
      access: PRIVILEGED,
      body: updateMaintenanceBody,
      response: z.object({ data: maintenanceJson }),
      handle: async ({ ctx, params, body }) => ({
        data: toMaintenanceJson(await updateMaintenance(ctx, rowId(params.id), body.maintenance)),
      }),
    },
    DELETE: {
      summary:
        "Deletes a maintenance; with `all` its history goes with it, without only one that was never performed is deleted",
      access: PRIVILEGED,
      query: deleteQuery,
      response: z.object({ data: z.object({ id: z.int(), name: z.string() }) }),
      async handle({ ctx, params, request }) {
        // `?all` has no value, and values that are empty are left out of `query`.
        const asked = new URL(request.url).searchParams.get("all");
        const all = asked !== null && asked !== "false";
        const { id, name } = await deleteMaintenance(ctx, rowId(params.id), { all });
        return { data: { id, name } };
      },
    },
  }),
  defineApi("/v1/maintenances/{id}/around", {
    GET: {
      summary:
        "Stops and abnormal readings of the part's section in the 14 days before and after a completed work (performed_at of its history), and how the life that it ended burned down",
      access: "signed_in",
      query: aroundQuery,
      response: z.object({ data: aroundJson }),
      handle: async ({ ctx, params, query }) => ({
        data: toAroundJson(await getWorkAround(ctx, rowId(params.id), query.performed_at)),
      }),
    },
  }),
  defineApi("/v1/maintenances/{id}/parts_quote_request", {
    POST: {
      summary:
        "Asks for a quote of a maintenance's parts, by the token of a mail's link: once in each life of the part",
      access: "signed_in",
      body: quoteRequest,
      response: z.object({ data: z.object({ id: z.int(), requested_at: z.iso.datetime() }) }),
      async handle({ ctx, params, body }) {
        const quote = await requestPartsQuote(ctx, rowId(params.id), body.token);
        return { data: { id: quote.id, requested_at: toIso(quote.requestedAt) } };
      },
    },
  }),
  defineApi("/v1/maintenances/parts_quotes", {
    GET: {
      summary: "Quotes of parts that were asked for, the newest first",
      access: SUPERUSERS,
      response: z.object({ data: z.array(partsQuoteView.schema) }),
      handle: async ({ ctx }) => ({
        data: (await listPartsQuotes(ctx)).map(partsQuoteView.toJson),
      }),
    },
    PUT: {
      summary: "Says whether a request for a quote was answered, with a note",
      access: SUPERUSERS,
      body: quoteChange.extend({ id: z.int().positive() }),
      response: z.object({ data: partsQuoteView.schema }),
      handle: async ({ ctx, body: { id, ...change } }) => ({
        data: partsQuoteView.toJson(await changePartsQuote(ctx, id, change)),
      }),
    },
  }),
  defineApi("/v1/maintenances/recommended", {
    GET: {
      summary:
        "Maintenance that has a date, of the caller's machines or of one; the next to do first",
      access: "signed_in",
      query: recommendedQuery,
      response: z.object({ maintenances: z.array(recommendedJson) }),
      handle: async ({ ctx, query }) => ({
        maintenances: (await listRecommendedMaintenances(ctx, { device: query.device_id })).map(
          toRecommendedJson,
        ),
      }),
    },
  }),
];
