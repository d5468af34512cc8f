import { z } from "zod";
import { PRIVILEGED } from "#app/domain/access/permissions.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { listDisplays, revokeDisplay, updateDisplay } from "./displays.server.ts";
import { displaySettings, displayView, newDisplay } from "./display.ts";
import { pairDisplay } from "./pairing.server.ts";

export const displaysApi = [
  defineApi("/v1/displays/{id}", {
    PUT: {
      summary:
        "Rename a wall display, or change its facilities, language or time zone; what is left out stays",
      access: PRIVILEGED,
      body: displaySettings.partial(),
      response: z.object({ data: displayView.schema }),
      async handle({ ctx, params, body }) {
        return {
          data: displayView.toJson(await updateDisplay(ctx, rowId(params.id), toCamelKeys(body))),
        };
      },
    },
    DELETE: {
      summary: "Revoke a wall display: its socket closes at once, and it shows a code again",
      access: PRIVILEGED,
      response: z.object({ data: z.object({ id: z.int(), name: z.string() }) }),
      handle: async ({ ctx, params }) => ({
        data: await revokeDisplay(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/displays", {
    GET: {
      summary: "Paired wall displays that the caller looks after",
      access: PRIVILEGED,
      response: z.object({ data: z.array(displayView.schema) }),
      handle: async ({ ctx }) => ({
        data: (await listDisplays(ctx)).map(displayView.toJson),
      }),
    },
    POST: {
      summary:
        "Pair the screen that shows the code at /display: from then on it shows the chosen facilities without a user",
      access: PRIVILEGED,
      body: newDisplay,
      response: z.object({ data: displayView.schema }),
      status: 201,
      async handle({ ctx, body }) {
        return {
          data: displayView.toJson(await pairDisplay(ctx, toCamelKeys(body))),
        };
      },
    },
  }),
];
