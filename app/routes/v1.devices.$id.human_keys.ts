import { z } from "zod";
import { listHumanKeys } from "#app/features/machines/list-metrics.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/{id}/human_keys", {
  GET: {
    summary:
      "What can be shown of the machine: its tags and the human keys of its mappings, sorted",
    access: "signed_in",
    response: z.object({ data: z.array(z.string()) }),
    handle: async ({ deps, actor, params }) => ({
      data: await listHumanKeys({ ...deps, actor }, params.id),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
