import { z } from "zod";
import { toTriggeredAlarmJson } from "#app/features/alarms/alarm-json.server.ts";
import { listTriggeredAlarms } from "#app/features/alarms/list-triggered-alarms.server.ts";
import { triggeredAlarmJson } from "#app/features/alarms/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/alarms/triggered", {
  GET: {
    summary: "Alarms that are on, of the caller's machines, the newest first",
    access: "signed_in",
    response: z.object({ data: z.array(triggeredAlarmJson) }),
    handle: async ({ deps, actor }) => ({
      data: (await listTriggeredAlarms({ ...deps, actor })).map(toTriggeredAlarmJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
