import { z } from "zod";
import { PRIVILEGED } from "#app/domain/access/permissions.ts";
import { toAlarmJson, toTriggeredAlarmJson } from "./alarm-json.server.ts";
import { listTriggeredAlarms } from "./list-triggered-alarms.server.ts";
import { alarmJson, triggeredAlarmJson } from "./schemas.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { alarmChange, newAlarm } from "./alarm.ts";
import { createAlarm, deleteAlarm, updateAlarm } from "./define-alarm.server.ts";
import { acknowledgeAlarm, shelveAlarm, unshelveAlarm } from "./handle-alarm.server.ts";
import { acknowledgement, shelving } from "./handle-alarm.ts";
import { readPlace, writePlace } from "#app/domain/formats/list-place.ts";
import { journalJson, journalQuery, toJournalJson } from "./journal.ts";
import { listJournal } from "./list-journal.server.ts";
import { listShelvedAlarms } from "./list-shelved.server.ts";
import { shelvedJson, shelvedQuery, toShelvedJson } from "./shelved.ts";
import { toTrialJson, trialInput, trialJson } from "./trial.ts";
import { tryAlarm } from "./try-alarm.server.ts";
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
  defineApi("/v1/alarms/journal", {
    GET: {
      summary:
        "What became of alarms of the caller's machines, the newest first. Page on with before=next_before",
      access: "signed_in",
      query: journalQuery,
      response: z.object({ data: z.array(journalJson), next_before: z.string().nullable() }),
      async handle({ ctx, query }) {
        const { before, limit } = query;
        if (query.device_id !== undefined) await requireMachine(ctx, query.device_id);
        const lines = await listJournal(
          ctx,
          {
            deviceId: query.device_id,
            facilityId: query.facility_id,
            customerId: query.customer_id,
            alarmId: query.alarm_id,
            kind: query.kind,
            priority: query.priority,
            from: query.start_time,
            until: query.end_time,
          },
          { limit: limit + 1, after: before === undefined ? undefined : readPlace(before) },
        );
        const shown = lines.slice(0, limit);
        const last = shown.at(-1);
        return {
          data: shown.map(toJournalJson),
          next_before: lines.length > limit && last ? writePlace(last) : null,
        };
      },
    },
  }),
  defineApi("/v1/alarms/shelved", {
    GET: {
      summary: "Alarms that tell nobody for now: who shelved them, why and until when",
      access: "signed_in",
      query: shelvedQuery,
      response: z.object({ data: z.array(shelvedJson) }),
      handle: async ({ ctx, query }) => ({
        data: (await listShelvedAlarms(ctx, { facilityId: query.facility_id })).map(toShelvedJson),
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
  defineApi("/v1/alarms", {
    POST: {
      summary:
        "Adds an alarm to a machine; its recorder judges it from now on. SAP's fixed values and the rate may be left out",
      access: PRIVILEGED,
      body: newAlarm.extend({ device_id: z.int().positive() }),
      response: z.object({ data: alarmJson }),
      status: 201,
      addsOnce: true,
      async handle({ ctx, body: { device_id, ...input } }) {
        return { data: toAlarmJson(await createAlarm(ctx, device_id, input)) };
      },
    },
  }),
  defineApi("/v1/alarms/trial", {
    POST: {
      summary:
        "How often a threshold alarm would have been raised in the last 30 days, and when. Nothing is stored",
      access: PRIVILEGED,
      body: trialInput,
      response: z.object({ data: trialJson }),
      handle: async ({ ctx, body: { device_id, ...input } }) => ({
        data: toTrialJson(await tryAlarm(ctx, device_id, input)),
      }),
    },
  }),
  defineApi("/v1/alarms/{id}", {
    PUT: {
      summary:
        "Changes an alarm and begins its period anew; what is left out stays, `arguments` are replaced as a whole",
      access: PRIVILEGED,
      body: alarmChange.extend({ device_id: z.int().positive().optional() }),
      response: z.object({ data: alarmJson }),
      async handle({ ctx, params, body: { device_id: _device, ...input } }) {
        return { data: toAlarmJson(await updateAlarm(ctx, params.id, input)) };
      },
    },
    DELETE: {
      summary: "Deletes an alarm: it is not judged any more",
      access: PRIVILEGED,
      response: z.object({ data: z.object({ id: z.int(), name: z.string() }) }),
      handle: async ({ ctx, params }) => ({ data: await deleteAlarm(ctx, params.id) }),
    },
  }),
  defineApi("/v1/alarms/{id}/acknowledge", {
    PUT: {
      summary:
        "Says that somebody has seen that the alarm went on, with a note; 409 when somebody said so already",
      access: "signed_in",
      body: acknowledgement,
      response: z.object({ data: alarmJson }),
      handle: async ({ ctx, params, body }) => ({
        data: toAlarmJson(await acknowledgeAlarm(ctx, params.id, body)),
      }),
    },
  }),
  defineApi("/v1/alarms/{id}/shelve", {
    PUT: {
      summary:
        "For a time the alarm tells nobody: 15 minutes, an hour, 8 hours, or until a maintenance of the machine is done",
      access: PRIVILEGED,
      body: shelving,
      response: z.object({ data: alarmJson }),
      async handle({ ctx, params, body: { for: time, reason, maintenance_id: maintenanceId } }) {
        return {
          data: toAlarmJson(
            await shelveAlarm(ctx, params.id, { for: time, reason, maintenanceId }),
          ),
        };
      },
    },
  }),
  defineApi("/v1/alarms/{id}/unshelve", {
    PUT: {
      summary: "Ends the shelving of an alarm before its time",
      access: PRIVILEGED,
      response: z.object({ data: alarmJson }),
      handle: async ({ ctx, params }) => ({
        data: toAlarmJson(await unshelveAlarm(ctx, params.id)),
      }),
    },
  }),
];
