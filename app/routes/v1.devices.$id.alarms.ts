import { z } from "zod";
import { toAlarmJson } from "~/features/alarms/alarm-json.server";
import { listAlarms } from "~/features/alarms/list-alarms.server";
import { alarmJson } from "~/features/alarms/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/devices/{id}/alarms", {
  GET: {
    summary: "A machine's alarms, on or not",
    access: "signed_in",
    response: z.object({ data: z.array(alarmJson) }),
    handle: async ({ deps, actor, params }) => ({ data: (await listAlarms({ ...deps, actor }, params.id)).map(toAlarmJson) }),
  },
});
export const loader = api.loader;
export const action = api.action;
