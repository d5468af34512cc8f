import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { describeApi } from "#app/api/openapi.server.ts";

const api = defineApi("/v1/openapi.json", {
  GET: {
    summary: "This description",
    access: "public",
    response: z.looseObject({ openapi: z.string() }),
    handle: ({ deps, request }) =>
      describeApi(deps.env.PUBLIC_ORIGIN || new URL(request.url).origin),
  },
});
export const loader = api.loader;
export const action = api.action;
