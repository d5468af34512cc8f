import { z } from "zod";
import { toAlarmJson, toTriggeredAlarmJson } from "./alarm-json.server.ts";
import { listTriggeredAlarms } from "./list-triggered-alarms.server.ts";
import { alarmJson, triggeredAlarmJson } from "./schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { listAlarms } from "./list-alarms.server.ts";

export const alarmsApi = [
  defineApi("/v1/alarms/triggered", {
    GET: {
      summary: "Alarms that are on, of the caller's machines, the newest first",
      access: "signed_in",
      response: z.object({ data: z.array(triggeredAlarmJson) }),
      handle: async ({ ctx }) => ({
        data: (await listTriggeredAlarms(ctx)).map(toTriggeredAlarmJson),
      }),
    },
  }),
  defineApi("/v1/devices/{id}/alarms", {
    GET: {
      summary: "A machine's alarms, on or not",
      access: "signed_in",
      response: z.object({ data: z.array(alarmJson) }),
      handle: async ({ ctx, params }) => ({
        data: (await listAlarms(ctx, params.id)).map(toAlarmJson),
      }),
    },
  }),
];
