import { z } from "zod";
import { listCustomers, requireCustomer } from "./list-customers.server.ts";
import { listFacilities, requireFacility } from "./list-facilities.server.ts";
import { customerJson, facilityJson, toCustomerJson, toFacilityJson } from "./organization-json.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { TIER_FLAGS_JSON, tierJson, toTierJson } from "#app/features/machines/machine-json.ts";
import { listServiceTiers } from "./list-service-tiers.server.ts";

export const organizationsApi = [
  defineApi("/v1/customers/{id}/facilities", {
    GET: {
      summary: "The facilities of a customer that the caller may see, by name",
      access: "signed_in",
      response: z.object({ data: z.array(facilityJson) }),
      async handle({ ctx, params }) {
        const customer = await requireCustomer(ctx, rowId(params.id));
        return {
          data: (await listFacilities(ctx, { customerId: customer.id })).map(toFacilityJson),
        };
      },
    },
  }),
  defineApi("/v1/customers/{id}", {
    GET: {
      summary: "A customer",
      access: "signed_in",
      response: z.object({ data: customerJson }),
      handle: async ({ ctx, params }) => ({
        data: toCustomerJson(await requireCustomer(ctx, rowId(params.id))),
      }),
    },
  }),
  defineApi("/v1/customers", {
    GET: {
      summary:
        "The customers that the caller may see: the own one, or all for the provider's staff",
      access: "signed_in",
      response: z.object({ data: z.array(customerJson) }),
      handle: async ({ ctx }) => ({
        data: (await listCustomers(ctx)).map(toCustomerJson),
      }),
    },
  }),
  defineApi("/v1/facilities/{id}", {
    GET: {
      summary: "A facility",
      access: "signed_in",
      response: z.object({ data: facilityJson }),
      handle: async ({ ctx, params }) => ({
        data: toFacilityJson(await requireFacility(ctx, rowId(params.id))),
      }),
    },
  }),
  defineApi("/v1/facilities", {
    GET: {
      summary: "The caller's facilities, by name",
      access: "signed_in",
      response: z.object({ data: z.array(facilityJson) }),
      handle: async ({ ctx }) => ({
        data: (await listFacilities(ctx)).map(toFacilityJson),
      }),
    },
  }),
  defineApi("/v1/service_tiers", {
    GET: {
      summary: "Every service tier, and the permissions that a tier can have",
      access: "signed_in",
      response: z.object({ data: z.array(tierJson), available_permissions: z.array(z.string()) }),
      handle: async ({ deps }) => ({
        data: (await listServiceTiers(deps)).map(toTierJson),
        available_permissions: TIER_FLAGS_JSON,
      }),
    },
  }),
];
