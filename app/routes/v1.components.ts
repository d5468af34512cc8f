import { z } from "zod";
import { toComponentJson } from "#app/features/events/event-json.server.ts";
import { listComponents } from "#app/features/events/list-components.server.ts";
import { componentJson, listComponentsQuery } from "#app/features/events/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/components", {
  GET: {
    summary: "What machines are made of, with the reasons to work on it",
    access: "signed_in",
    query: listComponentsQuery,
    response: z.object({ data: z.array(componentJson) }),
    handle: async ({ deps, actor, query }) => ({
      data: (await listComponents({ ...deps, actor }, { device: query.device_id })).map(
        toComponentJson,
      ),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
