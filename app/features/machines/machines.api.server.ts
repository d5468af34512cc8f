import { z } from "zod";
import { listMachines } from "./list-machines.server.ts";
import { machineJson, toMachineJson } from "./machine-json.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { rowId } from "#app/api/params.ts";
import { PROVIDERS } from "#app/domain/access/permissions.ts";
import { addMachine } from "#app/features/enrollment/add-machine.server.ts";
import { newMachine } from "#app/features/enrollment/schemas.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { requireMachine } from "./get-machine.server.ts";
import { setServiceTier } from "./set-service-tier.server.ts";
import { requireFacility } from "#app/features/organizations/list-facilities.server.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";

const SUPERUSERS = ["superuser"] as const;

export const machinesApi = [
  defineApi("/v1/customers/{id}/devices", {
    GET: {
      summary: "The machines of a customer that the caller may see, by name",
      access: "signed_in",
      response: z.object({ data: z.array(machineJson) }),
      async handle({ ctx, params }) {
        const customer = await requireCustomer(ctx, rowId(params.id));
        return {
          data: (await listMachines(ctx, { customerId: customer.id })).map(toMachineJson),
        };
      },
    },
  }),
  defineApi("/v1/devices/{id}", {
    GET: {
      summary: "A machine by id or serial number",
      access: "signed_in",
      response: z.object({ data: machineJson }),
      handle: async ({ ctx, params }) => ({
        data: toMachineJson(await requireMachine(ctx, params.id)),
      }),
    },
    PUT: {
      summary: "Put a machine into a service tier, or into none with null; it holds at once",
      access: SUPERUSERS,
      body: z
        .object({
          service_tier: z.object({ id: z.int().positive() }).nullable().optional(),
          service_tier_id: z.int().positive().nullable().optional(),
        })
        .refine((body) => body.service_tier !== undefined || body.service_tier_id !== undefined, {
          path: ["service_tier"],
          message: "required",
        }),
      response: z.object({ data: machineJson }),
      async handle({ ctx, params, body }) {
        const { service_tier: tier, service_tier_id: tierId = null } = body;
        const wanted = tier === undefined ? tierId : (tier?.id ?? null);
        return { data: toMachineJson(await setServiceTier(ctx, params.id, wanted)) };
      },
    },
  }),
  defineApi("/v1/devices", {
    GET: {
      summary: "The caller's machines, by name",
      access: "signed_in",
      response: z.object({ data: z.array(machineJson) }),
      handle: async ({ ctx }) => ({
        data: (await listMachines(ctx)).map(toMachineJson),
      }),
    },
    POST: {
      summary: "Add a machine by hand; without a facility it stands unconfigured",
      access: PROVIDERS,
      body: newMachine,
      response: z.object({ data: machineJson }),
      status: 201,
      handle: async ({ ctx, body }) => ({ data: toMachineJson(await addMachine(ctx, body)) }),
    },
  }),
  defineApi("/v1/facilities/{id}/devices", {
    GET: {
      summary: "The machines of a facility that the caller may see, by name",
      access: "signed_in",
      response: z.object({ data: z.array(machineJson) }),
      async handle({ ctx, params }) {
        const facility = await requireFacility(ctx, rowId(params.id));
        return {
          data: (await listMachines(ctx, { facilityId: facility.id })).map(toMachineJson),
        };
      },
    },
  }),
  defineApi("/v1/machine_states", {
    GET: {
      summary: "The machine states: the number that is stored and the word for it",
      access: "signed_in",
      remembersCaller: true,
      response: z.object({
        data: z.array(z.object({ value: z.int(), name: z.enum(MACHINE_STATES) })),
      }),
      handle: () => ({ data: MACHINE_STATES.map((name, value) => ({ value, name })) }),
    },
  }),
];
