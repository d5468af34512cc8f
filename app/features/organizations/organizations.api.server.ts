import { z } from "zod";
import { listCustomers, requireCustomer } from "./list-customers.server.ts";
import { listFacilities, requireFacility } from "./list-facilities.server.ts";
import { customerChanges, customerSettings, customerView } from "./customer.ts";
import {
  createCustomer,
  deleteCustomer,
  updateCustomer,
  type OrganizationDeps,
} from "./customers.server.ts";
import {
  createFacility,
  deleteFacility,
  updateFacility,
  type ToldDeps,
} from "./facilities.server.ts";
import {
  facilityChanges,
  facilitySettings,
  facilityView,
  type FacilitySettings,
} from "./facility.ts";
import { AppError } from "#app/domain/errors.ts";
import type { ConfigPushDeps } from "#app/features/samplers/push-recorder-config.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { TIER_FLAGS_JSON, tierJson, toTierJson } from "#app/features/machines/machine-json.ts";
import { listServiceTiers } from "./list-service-tiers.server.ts";

const SUPERUSERS = ["superuser"] as const;
const oneCustomer = z.object({ data: customerView.schema });
const oneFacility = z.object({ data: facilityView.schema });

type FacilityDeps = OrganizationDeps & ConfigPushDeps & ToldDeps;
const changeFacility = async (
  ctx: FacilityDeps,
  params: { id: string; facility_id: string },
  body: Partial<FacilitySettings>,
) => ({
  data: facilityView.toJson(
    await updateFacility(
      ctx,
      { id: rowId(params.facility_id), customerId: rowId(params.id) },
      body,
    ),
  ),
});

export const organizationsApi = [
  defineApi("/v1/customers/{id}/facilities", {
    GET: {
      summary: "The facilities of a customer that the caller may see, by name",
      access: "signed_in",
      response: z.object({ data: z.array(facilityView.schema) }),
      async handle({ ctx, params }) {
        const customer = await requireCustomer(ctx, rowId(params.id));
        return {
          data: (await listFacilities(ctx, { customerId: customer.id })).map(facilityView.toJson),
        };
      },
    },
    POST: {
      summary: "Make a facility of a customer",
      access: SUPERUSERS,
      body: facilitySettings,
      response: oneFacility,
      status: 201,
      addsOnce: true,
      handle: async ({ ctx, params, body }) => ({
        data: facilityView.toJson(await createFacility(ctx, rowId(params.id), body)),
      }),
    },
  }),
  defineApi("/v1/customers/{id}/facilities/{facility_id}", {
    GET: {
      summary: "A facility of a customer",
      access: "signed_in",
      response: oneFacility,
      async handle({ ctx, params }) {
        const customer = await requireCustomer(ctx, rowId(params.id));
        const facility = await requireFacility(ctx, rowId(params.facility_id));
        if (facility.customerId !== customer.id)
          throw new AppError("not_found", { message: "There is no such facility." });
        return { data: facilityView.toJson(facility) };
      },
    },
    PUT: {
      summary: "Change a facility of a customer; a new time zone holds at once",
      access: SUPERUSERS,
      body: facilitySettings,
      response: oneFacility,
      handle: ({ ctx, params, body }) => changeFacility(ctx, params, body),
    },
    PATCH: {
      summary: "Change a facility of a customer; what is left out stays",
      access: SUPERUSERS,
      body: facilityChanges,
      response: oneFacility,
      handle: ({ ctx, params, body }) => changeFacility(ctx, params, body),
    },
    POST: {
      summary: "Change a facility of a customer, as PUT does",
      access: SUPERUSERS,
      body: facilitySettings,
      response: oneFacility,
      handle: ({ ctx, params, body }) => changeFacility(ctx, params, body),
    },
    DELETE: {
      summary: "Delete a facility that has no machines, people or displays",
      access: SUPERUSERS,
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: await deleteFacility(ctx, {
          id: rowId(params.facility_id),
          customerId: rowId(params.id),
        }),
      }),
    },
  }),
  defineApi("/v1/customers/{id}", {
    GET: {
      summary: "A customer",
      access: "signed_in",
      response: oneCustomer,
      handle: async ({ ctx, params }) => ({
        data: customerView.toJson(await requireCustomer(ctx, rowId(params.id))),
      }),
    },
    PUT: {
      summary: "Change a customer; what may be left out becomes none",
      access: SUPERUSERS,
      body: customerSettings,
      response: oneCustomer,
      handle: async ({ ctx, params, body }) => ({
        data: customerView.toJson(await updateCustomer(ctx, rowId(params.id), body)),
      }),
    },
    PATCH: {
      summary: "Change a customer; what is left out stays",
      access: SUPERUSERS,
      body: customerChanges,
      response: oneCustomer,
      handle: async ({ ctx, params, body }) => ({
        data: customerView.toJson(await updateCustomer(ctx, rowId(params.id), body)),
      }),
    },
    DELETE: {
      summary: "Delete a customer that has no facilities, people or displays",
      access: SUPERUSERS,
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: await deleteCustomer(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/customers", {
    GET: {
      summary:
        "The customers that the caller may see: the own one, or all for the provider's staff",
      access: "signed_in",
      response: z.object({ data: z.array(customerView.schema) }),
      handle: async ({ ctx }) => ({
        data: (await listCustomers(ctx)).map(customerView.toJson),
      }),
    },
    POST: {
      summary: "Make a customer",
      access: SUPERUSERS,
      body: customerSettings,
      response: oneCustomer,
      status: 201,
      addsOnce: true,
      handle: async ({ ctx, body }) => ({
        data: customerView.toJson(await createCustomer(ctx, body)),
      }),
    },
  }),
  defineApi("/v1/facilities/{id}", {
    GET: {
      summary: "A facility",
      access: "signed_in",
      response: oneFacility,
      handle: async ({ ctx, params }) => ({
        data: facilityView.toJson(await requireFacility(ctx, rowId(params.id))),
      }),
    },
    PUT: {
      summary: "Change a facility; a new time zone holds at once",
      access: SUPERUSERS,
      body: facilitySettings,
      response: oneFacility,
      handle: async ({ ctx, params, body }) => ({
        data: facilityView.toJson(
          await updateFacility(ctx, { id: rowId(params.id), customerId: null }, body),
        ),
      }),
    },
    PATCH: {
      summary: "Change a facility; what is left out stays",
      access: SUPERUSERS,
      body: facilityChanges,
      response: oneFacility,
      handle: async ({ ctx, params, body }) => ({
        data: facilityView.toJson(
          await updateFacility(ctx, { id: rowId(params.id), customerId: null }, body),
        ),
      }),
    },
    DELETE: {
      summary: "Delete a facility that has no machines, people or displays",
      access: SUPERUSERS,
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: await deleteFacility(ctx, { id: rowId(params.id), customerId: null }),
      }),
    },
  }),
  defineApi("/v1/facilities", {
    GET: {
      summary: "The caller's facilities, by name",
      access: "signed_in",
      response: z.object({ data: z.array(facilityView.schema) }),
      handle: async ({ ctx }) => ({
        data: (await listFacilities(ctx)).map(facilityView.toJson),
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
