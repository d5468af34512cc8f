import { z } from "zod";
import { listTags } from "#app/features/machines/list-metrics.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/{id}/tags", {
  GET: {
    summary: "Names of everything the machine sent or that was derived from it, sorted",
    access: "signed_in",
    response: z.object({ data: z.array(z.string()) }),
    handle: async ({ deps, actor, params }) => ({
      data: await listTags({ ...deps, actor }, params.id),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
