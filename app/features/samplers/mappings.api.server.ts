import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import {
  createMappingSchema,
  defaultMappingJson,
  deletedJson,
  deviceMappingsQuery,
  listMappingsQuery,
  manyMappingsJson,
  manyMappingsSchema,
  MAX_MANY_MAPPINGS_BYTES,
  machineKindQuery,
  mappingJson,
  mappingsPageJson,
  suggestedTagsJson,
  suggestedTagsQuery,
  unmappedNamesJson,
  unmappedNamesQuery,
  updateMappingSchema,
} from "./schemas.ts";
import { listMachineMappings, listMappings } from "./list-mappings.server.ts";
import { deleteMapping } from "./delete-mapping.server.ts";
import { updateMapping } from "./update-mapping.server.ts";
import { createMapping } from "./create-mapping.server.ts";
import { listUnmappedNames } from "./name-unmapped.server.ts";
import { mapMany } from "./map-many.server.ts";
import { rowsAsked, toManyJson } from "./many-json.server.ts";
import { listDefaultMappings, listSections, suggestHumanKeys } from "./suggest-mappings.server.ts";

export const mappingsApi = [
  defineApi("/v1/devices/{id}/telemetry_definitions", {
    GET: {
      summary: "A machine's mappings over all its samplers, of one human key if asked",
      access: SAMPLER_MANAGERS,
      query: deviceMappingsQuery,
      response: z.object({ data: z.array(mappingJson) }),
      handle: async ({ ctx, params, query }) => ({
        data: await listMachineMappings(
          ctx,
          params.id,
          query.human_key ?? query["filters[eq][human_key]"],
        ),
      }),
    },
  }),
  defineApi("/v1/samplers/{id}/telemetry_definitions", {
    GET: {
      summary: "One page of a sampler's mappings",
      access: SAMPLER_MANAGERS,
      query: listMappingsQuery,
      response: mappingsPageJson,
      handle: ({ ctx, params, query }) =>
        listMappings(ctx, params.id, {
          page: query.page,
          limit: query.limit,
          machineKey: query["filters[eq][machine_key]"],
          humanKeyLike: query["filters[ilike][human_key]"],
          machineKeyLike: query["filters[ilike][machine_key]"],
        }),
    },
    POST: {
      summary:
        "Maps many machine keys in one act, all or nothing: rows, another sampler's, or the make's defaults",
      access: SAMPLER_MANAGERS,
      body: manyMappingsSchema,
      maxBodyBytes: MAX_MANY_MAPPINGS_BYTES,
      response: z.object({ data: manyMappingsJson }),
      handle: async ({ ctx, params, body }) => {
        const { rows, isDone } = await mapMany(ctx, params.id, {
          rows: await rowsAsked(ctx, params.id, body),
          skipsTaken: body.taken === "skip",
          isTrial: body.dry_run,
        });
        return { data: toManyJson(rows, isDone) };
      },
    },
  }),
  defineApi("/v1/samplers/{id}/unmapped_tags", {
    GET: {
      summary:
        "What the machine of a sampler gets under names that nobody mapped, each with a free human key",
      access: SAMPLER_MANAGERS,
      query: unmappedNamesQuery,
      response: unmappedNamesJson,
      handle: async ({ ctx, params, query }) => {
        const { tags, count } = await listUnmappedNames(ctx, params.id, query);
        return {
          data: tags.map(({ machineKey, humanKey }) => ({
            machine_key: machineKey,
            human_key: humanKey,
          })),
          paging: { page: query.page, limit: query.limit, count },
        };
      },
    },
  }),
  defineApi("/v1/telemetry_definitions/suggested_tags", {
    GET: {
      summary:
        "Human keys that fit a machine key and are free on the machine, best first; and those in use that fit as well",
      access: SAMPLER_MANAGERS,
      query: suggestedTagsQuery,
      response: suggestedTagsJson,
      handle: async ({ ctx, query }) => {
        const { free, inUse } = await suggestHumanKeys(ctx, {
          machineKey: query.machine_key,
          device: query.device_id,
        });
        return {
          data: free,
          in_use: inUse.map(({ humanKey, machineKey }) => ({
            human_key: humanKey,
            machine_key: machineKey,
          })),
        };
      },
    },
  }),
  defineApi("/v1/available_sections", {
    GET: {
      summary: "The sections that machines of a make and model have",
      access: SAMPLER_MANAGERS,
      query: machineKindQuery,
      response: z.object({ data: z.array(z.string()) }),
      handle: async ({ ctx, query }) => ({ data: await listSections(ctx, query) }),
    },
  }),
  defineApi("/v1/default_mappings", {
    GET: {
      summary: "The mappings that a machine of a make and model usually has",
      access: SAMPLER_MANAGERS,
      query: machineKindQuery,
      response: z.object({ data: z.array(defaultMappingJson) }),
      handle: ({ ctx, query }) => ({
        data: listDefaultMappings(ctx, query).map((mapping) => ({
          machine_key: mapping.machineKey,
          human_key: mapping.humanKey,
          type_name: mapping.typeName,
          primary_section: mapping.primarySection,
        })),
      }),
    },
  }),
  defineApi("/v1/telemetry_definitions/{id}", {
    PUT: {
      summary: "Changes a mapping; what is left out stays",
      access: SAMPLER_MANAGERS,
      body: updateMappingSchema,
      response: z.object({ data: mappingJson }),
      handle: async ({ ctx, params, body }) => ({
        data: await updateMapping(ctx, params.id, body),
      }),
    },
    DELETE: {
      summary: "Removes a mapping; its samples stay",
      access: SAMPLER_MANAGERS,
      response: deletedJson,
      handle: async ({ ctx, params }) => ({
        data: await deleteMapping(ctx, params.id),
      }),
    },
  }),
  defineApi("/v1/telemetry_definitions", {
    POST: {
      summary: "Maps a machine key of a sampler to a human key of its machine",
      access: SAMPLER_MANAGERS,
      body: createMappingSchema,
      response: z.object({ data: mappingJson }),
      status: 201,
      handle: async ({ ctx, body }) => ({
        data: await createMapping(ctx, body),
      }),
    },
  }),
];
