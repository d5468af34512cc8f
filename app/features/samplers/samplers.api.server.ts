import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import { listHumanKeys, listTags } from "#app/features/machines/list-metrics.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import {
  forgetMetricQuery,
  forgetMetrics,
  listMetrics,
  metricJson,
} from "./forget-metrics.server.ts";
import { getIngestStatus } from "./get-ingest-status.server.ts";
import { getSamplerHealth, toHealthJson } from "./get-sampler-health.server.ts";
import { healthQuery, samplerHealthJson } from "./health-contract.ts";
import {
  createMappingSchema,
  createSamplerSchema,
  createdSamplerJson,
  defaultMappingJson,
  deletedJson,
  deviceMappingsQuery,
  ingestStatusJson,
  listMappingsQuery,
  listedSamplerJson,
  manyMappingsJson,
  manyMappingsSchema,
  MAX_MANY_MAPPINGS_BYTES,
  machineKindQuery,
  mappingJson,
  mappingsPageJson,
  rotatedKeyJson,
  samplerJson,
  specJson,
  suggestedTagsJson,
  suggestedTagsQuery,
  telemetryTypeJson,
  unmappedNamesJson,
  unmappedNamesQuery,
  updateMappingSchema,
  updateSamplerSchema,
} from "./schemas.ts";
import { listSamplers } from "./list-samplers.server.ts";
import { listMachineMappings, listMappings } from "./list-mappings.server.ts";
import { deleteSampler } from "./delete-sampler.server.ts";
import { updateSampler } from "./update-sampler.server.ts";
import { rotateSamplerKey } from "./rotate-sampler-key.server.ts";
import { listTelemetryTypes } from "./list-telemetry-types.server.ts";
import { createSampler } from "./create-sampler.server.ts";
import { SAMPLER_SPECS } from "#app/domain/samplers/specs.ts";
import { deleteMapping } from "./delete-mapping.server.ts";
import { updateMapping } from "./update-mapping.server.ts";
import { createMapping } from "./create-mapping.server.ts";
import { listUnmappedNames } from "./name-unmapped.server.ts";
import { mapMany } from "./map-many.server.ts";
import { rowsAsked, toManyJson } from "./many-json.server.ts";
import { listDefaultMappings, listSections, suggestHumanKeys } from "./suggest-mappings.server.ts";

export const samplersApi = [
  defineApi("/v1/devices/{id}/human_keys", {
    GET: {
      summary:
        "What can be shown of the machine: its tags and the human keys of its mappings, sorted",
      access: "signed_in",
      response: z.object({ data: z.array(z.string()) }),
      handle: async ({ ctx, params }) => ({
        data: await listHumanKeys(ctx, params.id),
      }),
    },
  }),
  defineApi("/v1/devices/{id}/ingest_status", {
    GET: {
      summary:
        "How a machine's intake does: its lag, what waits to be sealed, what became of each sampler's samples",
      access: SAMPLER_MANAGERS,
      response: z.object({ data: ingestStatusJson }),
      handle: async ({ ctx, params }) => ({
        data: await getIngestStatus(ctx, params.id),
      }),
    },
  }),
  defineApi("/v1/devices/{id}/samplers", {
    GET: {
      summary: "A machine's samplers and what they last said of themselves",
      access: SAMPLER_MANAGERS,
      response: z.object({ data: z.array(listedSamplerJson) }),
      handle: async ({ ctx, params }) => ({
        data: await listSamplers(ctx, params.id),
      }),
    },
  }),
  defineApi("/v1/devices/{id}/metrics", {
    GET: {
      summary:
        "Everything the machine sent or that was derived from it: known by name, mapped, or neither",
      access: SAMPLER_MANAGERS,
      response: z.object({ data: z.array(metricJson) }),
      handle: async ({ ctx, params }) => ({ data: await listMetrics(ctx, params.id) }),
    },
    DELETE: {
      summary:
        "Forgets a metric that is neither known by name nor mapped, with its samples or keeping them",
      access: SAMPLER_MANAGERS,
      query: forgetMetricQuery,
      response: z.object({ data: z.object({ name: z.string(), samples: z.string() }) }),
      handle: async ({ ctx, params, query: { name, samples } }) => {
        const [forgotten] = await forgetMetrics(ctx, params.id, { names: [name], samples });
        if (forgotten === undefined)
          throw new AppError("not_found", { message: "The machine has no such metric." });
        return { data: { name, samples } };
      },
    },
  }),
  defineApi("/v1/devices/{id}/tags", {
    GET: {
      summary: "Names of everything the machine sent or that was derived from it, sorted",
      access: "signed_in",
      response: z.object({ data: z.array(z.string()) }),
      handle: async ({ ctx, params }) => ({
        data: await listTags(ctx, params.id),
      }),
    },
  }),
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
  defineApi("/v1/samplers/{id}", {
    PUT: {
      summary: "Changes a sampler; what is left out stays",
      access: SAMPLER_MANAGERS,
      body: updateSamplerSchema,
      response: z.object({ data: samplerJson }),
      handle: async ({ deps, actor, params, body }) => ({
        data: await updateSampler({ ...deps, actor, jobs: deps.env.JOBS }, params.id, body),
      }),
    },
    DELETE: {
      summary: "Removes a sampler with its key and mappings; its samples stay",
      access: SAMPLER_MANAGERS,
      response: deletedJson,
      handle: async ({ deps, actor, params }) => ({
        data: await deleteSampler({ ...deps, actor, jobs: deps.env.JOBS }, params.id),
      }),
    },
  }),
  defineApi("/v1/samplers/{id}/rotate_key", {
    POST: {
      summary: "Replaces a sampler's key; the old one stays valid for one more hour",
      access: SAMPLER_MANAGERS,
      response: z.object({ data: rotatedKeyJson }),
      handle: async ({ deps, actor, params }) => ({
        data: await rotateSamplerKey({ ...deps, actor, jobs: deps.env.JOBS }, params.id),
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
      handle: async ({ deps, actor, params, body }) => {
        const ctx = { ...deps, actor, jobs: deps.env.JOBS };
        const { rows, isDone } = await mapMany(ctx, params.id, {
          rows: await rowsAsked(ctx, params.id, body),
          skipsTaken: body.taken === "skip",
          isTrial: body.dry_run,
        });
        return { data: toManyJson(rows, isDone) };
      },
    },
  }),
  defineApi("/v1/samplers/{id}/health", {
    GET: {
      summary:
        "Whether a sampler's tags come as they usually do and within their types, and its batches of the last day",
      access: SAMPLER_MANAGERS,
      query: healthQuery,
      response: samplerHealthJson,
      handle: async ({ ctx, params, query }) =>
        toHealthJson(await getSamplerHealth(ctx, params.id, query)),
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
  defineApi("/v1/samplers/{id}/telemetry_types", {
    GET: {
      summary: "The types that a sampler's mappings may have",
      access: SAMPLER_MANAGERS,
      response: z.object({ data: z.array(telemetryTypeJson) }),
      handle: async ({ ctx, params }) => ({
        data: await listTelemetryTypes(ctx, params.id),
      }),
    },
  }),
  defineApi("/v1/samplers", {
    POST: {
      summary: "Adds a sampler to a machine and answers its key, which is told only here",
      access: SAMPLER_MANAGERS,
      body: createSamplerSchema,
      response: z.object({ data: createdSamplerJson }),
      status: 201,
      addsOnce: true,
      handle: async ({ ctx, body }) => ({
        data: await createSampler({ ...ctx, jobs: ctx.env.JOBS }, body),
      }),
    },
  }),
  defineApi("/v1/samplers/specs", {
    GET: {
      summary: "What samplers may speak to a machine",
      access: SAMPLER_MANAGERS,
      response: z.object({ data: z.array(specJson) }),
      handle: () => ({
        data: SAMPLER_SPECS.map(({ defaultPort, ...spec }) => ({
          ...spec,
          default_port: defaultPort,
        })),
      }),
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
      handle: async ({ deps, actor, params, body }) => ({
        data: await updateMapping({ ...deps, actor, jobs: deps.env.JOBS }, params.id, body),
      }),
    },
    DELETE: {
      summary: "Removes a mapping; its samples stay",
      access: SAMPLER_MANAGERS,
      response: deletedJson,
      handle: async ({ deps, actor, params }) => ({
        data: await deleteMapping({ ...deps, actor, jobs: deps.env.JOBS }, params.id),
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
      handle: async ({ deps, actor, body }) => ({
        data: await createMapping({ ...deps, actor, jobs: deps.env.JOBS }, body),
      }),
    },
  }),
];
