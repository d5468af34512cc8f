import { z } from "zod";
import { PRIVILEGED } from "#app/domain/access/permissions.ts";
import { revokeDisplay } from "#app/features/displays/revoke-display.server.ts";
import {
  displayChangeSchema,
  displayJson,
  toDisplayJson,
  toDisplayChange,
} from "#app/features/displays/schemas.ts";
import { updateDisplay } from "#app/features/displays/update-display.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/displays/{id}", {
  PUT: {
    summary:
      "Rename a wall display, or change its facilities, language or time zone; what is left out stays",
    access: PRIVILEGED,
    body: displayChangeSchema,
    response: z.object({ data: displayJson }),
    async handle({ deps, actor, params, body }) {
      return {
        data: toDisplayJson(
          await updateDisplay({ ...deps, actor }, rowId(params.id), toDisplayChange(body)),
        ),
      };
    },
  },
  DELETE: {
    summary: "Revoke a wall display: its socket closes at once, and it shows a code again",
    access: PRIVILEGED,
    response: z.object({ data: z.object({ id: z.int(), name: z.string() }) }),
    handle: async ({ deps, actor, params }) => ({
      data: await revokeDisplay({ ...deps, actor }, rowId(params.id)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
