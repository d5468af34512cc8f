import { z } from "zod";
import { TIER_FLAGS_JSON, tierJson, toTierJson } from "~/features/machines/machine-json";
import { listServiceTiers } from "~/features/organizations/list-service-tiers.server";
import { defineApi } from "~/http/define-api.server";

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
