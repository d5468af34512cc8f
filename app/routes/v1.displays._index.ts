import { z } from "zod";
import { PRIVILEGED } from "#app/domain/access/permissions.ts";
import { listDisplays } from "#app/features/displays/list-displays.server.ts";
import { pairDisplay } from "#app/features/displays/pair-display.server.ts";
import {
  displayJson,
  newDisplaySchema,
  toDisplayJson,
  toDisplaySettings,
} from "#app/features/displays/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/displays", {
  GET: {
    summary: "Paired wall displays that the caller looks after",
    access: PRIVILEGED,
    response: z.object({ data: z.array(displayJson) }),
    handle: async ({ deps, actor }) => ({
      data: (await listDisplays({ ...deps, actor })).map(toDisplayJson),
    }),
  },
  POST: {
    summary:
      "Pair the screen that shows the code at /display: from then on it shows the chosen facilities without a user",
    access: PRIVILEGED,
    body: newDisplaySchema,
    response: z.object({ data: displayJson }),
    status: 201,
    async handle({ deps, actor, body }) {
      return {
        data: toDisplayJson(
          await pairDisplay({ ...deps, actor }, { ...toDisplaySettings(body), code: body.code }),
        ),
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
