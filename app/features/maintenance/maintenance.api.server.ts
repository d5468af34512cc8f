import { listMaintenances } from "./list-maintenances.server.ts";
import {
  toAvailableTypeJson,
  toMaintenanceJson,
  toRecommendedJson,
} from "./maintenance-json.server.ts";
import {
  maintenanceJson,
  maintenancesJson,
  recommendedJson,
  recommendedQuery,
  updateMaintenanceBody,
} from "./schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { z } from "zod";
import { PRIVILEGED } from "#app/domain/access/permissions.ts";
import { updateMaintenance } from "./update-maintenance.server.ts";
import { rowId } from "#app/api/params.ts";
import { listRecommendedMaintenances } from "./list-recommended-maintenances.server.ts";

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
  defineApi("/v1/maintenances/{id}", {
    PUT: {
      summary:
        "Marks a maintenance done (performed_at), puts it off (snoozed_until, snooze_reason) or takes it up again (snoozed_until null)",
      access: PRIVILEGED,
      body: updateMaintenanceBody,
      response: z.object({ data: maintenanceJson }),
      handle: async ({ ctx, params, body }) => ({
        data: toMaintenanceJson(await updateMaintenance(ctx, rowId(params.id), body.maintenance)),
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
