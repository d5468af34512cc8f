import { z } from "zod";
import { defineApi } from "./define-api.server.ts";
import { describeApi } from "./openapi.server.ts";

export const openapiApi = [
  defineApi("/v1/openapi.json", {
    GET: {
      summary: "This description",
      access: "public",
      response: z.looseObject({ openapi: z.string() }),
      handle: ({ deps, request }) =>
        describeApi(deps.env.PUBLIC_ORIGIN || new URL(request.url).origin),
    },
  }),
];
