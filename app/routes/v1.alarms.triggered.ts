import { z } from "zod";
import { toTriggeredAlarmJson } from "~/features/alarms/alarm-json.server";
import { listTriggeredAlarms } from "~/features/alarms/list-triggered-alarms.server";
import { triggeredAlarmJson } from "~/features/alarms/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/alarms/triggered", {
  GET: {
    summary: "Alarms that are on, of the caller's machines, the newest first",
    access: "signed_in",
    response: z.object({ data: z.array(triggeredAlarmJson) }),
    handle: async ({ deps, actor }) => ({ data: (await listTriggeredAlarms({ ...deps, actor })).map(toTriggeredAlarmJson) }),
  },
});
export const loader = api.loader;
export const action = api.action;
