import { z } from "zod";
import { PRIVILEGED } from "~/domain/access/permissions";
import { toMaintenanceJson } from "~/features/maintenance/maintenance-json.server";
import { maintenanceJson, updateMaintenanceBody } from "~/features/maintenance/schemas";
import { updateMaintenance } from "~/features/maintenance/update-maintenance.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/maintenances/{id}", {
  PUT: {
    summary:
      "Marks a maintenance done (performed_at), puts it off (snoozed_until, snooze_reason) or takes it up again (snoozed_until null)",
    access: PRIVILEGED,
    body: updateMaintenanceBody,
    response: z.object({ data: maintenanceJson }),
    handle: async ({ deps, actor, params, body }) => ({
      data: toMaintenanceJson(await updateMaintenance({ ...deps, actor }, rowId(params.id), body.maintenance)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
