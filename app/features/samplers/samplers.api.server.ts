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
  createSamplerSchema,
  createdSamplerJson,
  deletedJson,
  ingestStatusJson,
  listedSamplerJson,
  rotatedKeyJson,
  samplerJson,
  specJson,
  telemetryTypeJson,
  updateSamplerSchema,
} from "./schemas.ts";
import { listSamplers } from "./list-samplers.server.ts";
import { deleteSampler } from "./delete-sampler.server.ts";
import { updateSampler } from "./update-sampler.server.ts";
import { rotateSamplerKey } from "./rotate-sampler-key.server.ts";
import { listTelemetryTypes } from "./list-telemetry-types.server.ts";
import { createSampler } from "./create-sampler.server.ts";
import { SAMPLER_SPECS } from "#app/domain/samplers/specs.ts";

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
  defineApi("/v1/samplers/{id}", {
    PUT: {
      summary: "Changes a sampler; what is left out stays",
      access: SAMPLER_MANAGERS,
      body: updateSamplerSchema,
      response: z.object({ data: samplerJson }),
      handle: async ({ ctx, params, body }) => ({
        data: await updateSampler(ctx, params.id, body),
      }),
    },
    DELETE: {
      summary: "Removes a sampler with its key and mappings; its samples stay",
      access: SAMPLER_MANAGERS,
      response: deletedJson,
      handle: async ({ ctx, params }) => ({
        data: await deleteSampler(ctx, params.id),
      }),
    },
  }),
  defineApi("/v1/samplers/{id}/rotate_key", {
    POST: {
      summary: "Replaces a sampler's key; the old one stays valid for one more hour",
      access: SAMPLER_MANAGERS,
      response: z.object({ data: rotatedKeyJson }),
      handle: async ({ ctx, params }) => ({
        data: await rotateSamplerKey(ctx, params.id),
      }),
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
];
