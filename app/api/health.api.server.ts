import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import { askHealth } from "#app/platform/health.ts";
import { defineApi } from "./define-api.server.ts";

export const healthApi = [
  defineApi("/v1/healthz", {
    GET: {
      summary: "Whether pages, ingest and sockets serve, as /healthz says",
      access: "public",
      mayBeAway: true,
      response: z.object({ status: z.literal("ok") }),
      handle: async ({ deps, request }) => {
        const health = await askHealth(deps.env, new URL(request.url));
        if (health.status === "ok") return health;
        const away = [health.ingest ? [] : ["Ingest"], health.sockets ? [] : ["The live channel"]];
        throw new AppError("unavailable", {
          message: away
            .flat()
            .map((each) => `${each} does not answer.`)
            .join(" "),
        });
      },
    },
  }),
];
