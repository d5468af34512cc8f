import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { ROLES } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { usageHosts, usageToken } from "#app/platform/usage-agent.ts";

/** Ids and the role: nothing by which an outside service would know a person. */
const usageConfig = z.object({
  token: z.string().nullable(),
  config: z.object({
    enabled: z.boolean(),
    visitor_id: z.int(),
    account_id: z.int().nullable(),
    role: z.enum(ROLES),
    /** Where the agent is loaded from; null where it is off. */
    host: z.string().nullable(),
  }),
});

export const usageApi = [
  defineApi("/v1/pendo/{key}", {
    GET: {
      summary: "What the usage-analytics agent `config` is given; a null token where it is off",
      access: "signed_in",
      response: z.object({ data: usageConfig }),
      handle: ({ deps, actor, params }) => {
        if (params.key !== "config") throw new AppError("not_found");
        const token = usageToken(deps.env);
        return {
          data: {
            token,
            config: {
              enabled: token !== null,
              visitor_id: actor.userId,
              account_id: actor.customerId,
              role: actor.role,
              host: usageHosts(deps.env)[0] ?? null,
            },
          },
        };
      },
    },
  }),
];
