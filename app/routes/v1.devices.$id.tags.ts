import { z } from "zod";
import { listTags } from "~/features/machines/list-metrics.server";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/devices/{id}/tags", {
  GET: {
    summary: "Names of everything the machine sent or that was derived from it, sorted",
    access: "signed_in",
    response: z.object({ data: z.array(z.string()) }),
    handle: async ({ deps, actor, params }) => ({ data: await listTags({ ...deps, actor }, params.id) }),
  },
});
export const loader = api.loader;
export const action = api.action;
