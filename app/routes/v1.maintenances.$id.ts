import { z } from "zod";
import { PRIVILEGED } from "#app/domain/access/permissions.ts";
import { toMaintenanceJson } from "#app/features/maintenance/maintenance-json.server.ts";
import { maintenanceJson, updateMaintenanceBody } from "#app/features/maintenance/schemas.ts";
import { updateMaintenance } from "#app/features/maintenance/update-maintenance.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/maintenances/{id}", {
  PUT: {
    summary:
      "Marks a maintenance done (performed_at), puts it off (snoozed_until, snooze_reason) or takes it up again (snoozed_until null)",
    access: PRIVILEGED,
    body: updateMaintenanceBody,
    response: z.object({ data: maintenanceJson }),
    handle: async ({ deps, actor, params, body }) => ({
      data: toMaintenanceJson(
        await updateMaintenance({ ...deps, actor }, rowId(params.id), body.maintenance),
      ),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
