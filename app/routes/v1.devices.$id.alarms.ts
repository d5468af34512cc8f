import { z } from "zod";
import { toAlarmJson } from "#app/features/alarms/alarm-json.server.ts";
import { listAlarms } from "#app/features/alarms/list-alarms.server.ts";
import { alarmJson } from "#app/features/alarms/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/{id}/alarms", {
  GET: {
    summary: "A machine's alarms, on or not",
    access: "signed_in",
    response: z.object({ data: z.array(alarmJson) }),
    handle: async ({ deps, actor, params }) => ({
      data: (await listAlarms({ ...deps, actor }, params.id)).map(toAlarmJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
