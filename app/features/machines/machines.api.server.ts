import { z } from "zod";
import { listMachines } from "./list-machines.server.ts";
import { machineJson, toMachineJson } from "./machine-json.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { rowId } from "#app/api/params.ts";
import { PRIVILEGED, PROVIDERS } from "#app/domain/access/permissions.ts";
import { addMachine } from "#app/features/enrollment/add-machine.server.ts";
import { addedMachine } from "#app/features/enrollment/schemas.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { requireMachine } from "./get-machine.server.ts";
import { listMakeModels, listSections } from "#app/features/configuration/list-models.server.ts";
import { machineChanges, tierIdOf } from "#app/features/configuration/machine-settings.ts";
import { refreshShadow } from "#app/features/configuration/refresh-shadow.server.ts";
import {
  restoreFacility,
  restoreMachine,
  retireFacility,
  retireMachine,
} from "#app/features/configuration/retire-machine.server.ts";
import { replaceForm } from "#app/features/configuration/replacement.ts";
import { replaceMachine } from "#app/features/configuration/replace-machine.server.ts";
import { updateMachine } from "#app/features/configuration/update-machine.server.ts";
import { facilityView } from "#app/features/organizations/facility.ts";
import { MAKES } from "#app/domain/access/types.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
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
      summary: "A machine by id or serial number; digits alone are an id first",
      access: "signed_in",
      response: z.object({ data: machineJson }),
      handle: async ({ ctx, params }) => ({
        data: toMachineJson(await requireMachine(ctx, params.id)),
      }),
    },
    PUT: {
      summary:
        "Change a machine by id or serial number; what is left out stays. Its service tier is superusers' to set, null: none",
      access: PRIVILEGED,
      body: machineChanges,
      response: z.object({ data: machineJson }),
      async handle({ ctx, params, body }) {
        const { service_tier: _tier, service_tier_id: _id, ...fields } = body;
        const changes = { ...toCamelKeys(fields), serviceTierId: tierIdOf(body) };
        return { data: toMachineJson(await updateMachine(ctx, params.id, changes)) };
      },
    },
  }),
  defineApi("/v1/devices/{id}/retire", {
    PUT: {
      summary:
        "Take a machine out of service: out of lists and counts, its samplers' keys ended, its history for superusers",
      access: SUPERUSERS,
      response: z.object({ data: machineJson }),
      handle: async ({ ctx, params }) => ({
        data: toMachineJson(await retireMachine(ctx, params.id)),
      }),
    },
    DELETE: {
      summary: "Bring a machine back into service; its samplers need new keys",
      access: SUPERUSERS,
      response: z.object({ data: machineJson }),
      handle: async ({ ctx, params }) => ({
        data: toMachineJson(await restoreMachine(ctx, params.id)),
      }),
    },
  }),
  defineApi("/v1/devices/{id}/replace", {
    POST: {
      summary:
        "The unconfigured machine takes the place of the machine device_id: its facility, name, tier and whole history; that one is gone",
      access: PROVIDERS,
      scope: "write:machines",
      body: replaceForm,
      response: z.object({ data: machineJson }),
      handle: async ({ ctx, params, body }) => ({
        data: toMachineJson(await replaceMachine(ctx, params.id, body.device_id)),
      }),
    },
  }),
  defineApi("/v1/facilities/{id}/retire", {
    PUT: {
      summary: "Close a facility: it and its machines are out of lists and counts, all keys ended",
      access: SUPERUSERS,
      response: z.object({ data: facilityView.schema }),
      handle: async ({ ctx, params }) => ({
        data: facilityView.toJson(await retireFacility(ctx, rowId(params.id))),
      }),
    },
    DELETE: {
      summary: "Open a facility again, with the machines that were not retired themselves",
      access: SUPERUSERS,
      response: z.object({ data: facilityView.schema }),
      handle: async ({ ctx, params }) => ({
        data: facilityView.toJson(await restoreFacility(ctx, rowId(params.id))),
      }),
    },
  }),
  defineApi("/v1/devices/make_models", {
    GET: {
      summary: "Every make and model that there is, in pairs; for an OEM superuser of the own make",
      access: PRIVILEGED,
      response: z.object({ data: z.array(z.tuple([z.enum(MAKES), z.string()])) }),
      handle: async ({ ctx }) => ({ data: await listMakeModels(ctx) }),
    },
  }),
  defineApi("/v1/devices/{id}/sections", {
    GET: {
      summary: "The sections of a machine that its mappings name",
      access: "signed_in",
      response: z.object({ data: z.array(z.string()) }),
      handle: async ({ ctx, params }) => ({ data: await listSections(ctx, params.id) }),
    },
  }),
  defineApi("/v1/devices/{id}/force_shadow_update", {
    GET: {
      summary:
        "Send a machine's recorder anew all that it must know; needs the header X-Requested-With, for it has an effect",
      access: PRIVILEGED,
      needsMarker: true,
      scope: "write:machines",
      response: z.object({ data: z.object({ last_shadow_update_at: z.iso.datetime() }) }),
      async handle({ ctx, params }) {
        const { lastShadowUpdateAt } = await refreshShadow(ctx, params.id);
        return { data: { last_shadow_update_at: new Date(lastShadowUpdateAt).toISOString() } };
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
      summary:
        "Add a machine by hand; without a facility it stands unconfigured. Its service tier is superusers' to set",
      access: PROVIDERS,
      body: addedMachine,
      response: z.object({ data: machineJson }),
      status: 201,
      async handle({ ctx, body }) {
        const { kiwiplan, micro_stop_seconds: microStopSeconds, ...machine } = body;
        const settings = { kiwiplan, microStopSeconds, serviceTierId: tierIdOf(body) };
        return { data: toMachineJson(await addMachine(ctx, machine, settings)) };
      },
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
