import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { rowId } from "#app/api/params.ts";
import { PRIVILEGED } from "#app/domain/access/permissions.ts";
import { measureBody, measureChange, measureView, type Measure } from "./measure.ts";
import { measureJson, readMeasure } from "./measure-json.server.ts";
import {
  createMeasure,
  deleteMeasure,
  listMeasures,
  resetMeasures,
  updateMeasure,
} from "./measures.server.ts";

const one = z.object({ data: measureView.schema });
const list = z.object({ data: z.array(measureView.schema) });

export const measuresApi = [
  defineApi("/v1/devices/{id}/telem_disp_cfg", {
    GET: {
      summary:
        "The measures that the machine's current state shows, in their order: its make's defaults until somebody changes them",
      access: "signed_in",
      response: list,
      handle: async ({ ctx, params }) => ({
        data: (await listMeasures(ctx, params.id)).map(measureJson),
      }),
    },
    POST: {
      summary:
        "Adds a measure to the machine's current state; a section has one of each tag, and encoded values need their `encoding`",
      access: PRIVILEGED,
      body: measureBody,
      response: one,
      status: 201,
      handle: async ({ ctx, params, body }) => ({
        data: measureJson(await createMeasure(ctx, params.id, readMeasure(body))),
      }),
    },
  }),
  defineApi("/v1/devices/{id}/telem_disp_cfg/reset_defaults", {
    POST: {
      summary: "Puts the defaults of the machine's make in place of its measures",
      access: PRIVILEGED,
      response: list,
      handle: async ({ ctx, params }) => ({
        data: (await resetMeasures(ctx, params.id)).map(measureJson),
      }),
    },
  }),
  defineApi("/v1/devices/{id}/telem_disp_cfg/{measure_id}", {
    PUT: {
      summary: "Changes what is given of a measure; the fixed ones of KiwiPlan answer 409",
      access: PRIVILEGED,
      body: measureChange,
      response: one,
      async handle({ ctx, params, body }) {
        const id = rowId(params.measure_id);
        const change = (row: Measure) => readMeasure(body, row);
        return { data: measureJson(await updateMeasure(ctx, params.id, id, change)) };
      },
    },
    DELETE: {
      summary: "Removes a measure from the machine's current state; its samples stay",
      access: PRIVILEGED,
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: await deleteMeasure(ctx, params.id, rowId(params.measure_id)),
      }),
    },
  }),
];
