import { listMaintenances } from "#app/features/maintenance/list-maintenances.server.ts";
import {
  toAvailableTypeJson,
  toMaintenanceJson,
} from "#app/features/maintenance/maintenance-json.server.ts";
import { maintenancesJson } from "#app/features/maintenance/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/{id}/maintenances", {
  GET: {
    summary:
      "A machine's maintenances with burn rates and history, and the types that could be added",
    access: "signed_in",
    response: maintenancesJson,
    async handle({ deps, actor, params }) {
      const { maintenances, availableTypes } = await listMaintenances(
        { ...deps, actor },
        params.id,
      );
      return {
        maintenances: maintenances.map(toMaintenanceJson),
        available_types: availableTypes.map(toAvailableTypeJson),
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
