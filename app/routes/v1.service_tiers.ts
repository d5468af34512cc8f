import { z } from "zod";
import { TIER_FLAGS_JSON, tierJson, toTierJson } from "#app/features/machines/machine-json.ts";
import { listServiceTiers } from "#app/features/organizations/list-service-tiers.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/service_tiers", {
  GET: {
    summary: "Every service tier, and the permissions that a tier can have",
    access: "signed_in",
    response: z.object({ data: z.array(tierJson), available_permissions: z.array(z.string()) }),
    handle: async ({ deps }) => ({
      data: (await listServiceTiers(deps)).map(toTierJson),
      available_permissions: TIER_FLAGS_JSON,
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
