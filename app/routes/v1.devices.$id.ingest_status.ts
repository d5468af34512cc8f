import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { getIngestStatus } from "#app/features/samplers/get-ingest-status.server.ts";
import { ingestStatusJson } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/{id}/ingest_status", {
  GET: {
    summary:
      "How a machine's intake does: its lag, what waits to be sealed, what became of each sampler's samples",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: ingestStatusJson }),
    handle: async ({ deps, actor, params }) => ({
      data: await getIngestStatus({ ...deps, actor }, params.id),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
