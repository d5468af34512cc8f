import { z } from "zod";
import { toComponentJson } from "~/features/events/event-json.server";
import { listComponents } from "~/features/events/list-components.server";
import { componentJson, listComponentsQuery } from "~/features/events/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/components", {
  GET: {
    summary: "What machines are made of, with the reasons to work on it",
    access: "signed_in",
    query: listComponentsQuery,
    response: z.object({ data: z.array(componentJson) }),
    handle: async ({ deps, actor, query }) => ({
      data: (await listComponents({ ...deps, actor }, { device: query.device_id })).map(toComponentJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
