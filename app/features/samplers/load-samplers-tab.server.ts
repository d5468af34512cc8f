import type { Db } from "#app/db/client.server.ts";
import type { Actor, Make } from "#app/domain/access/types.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { listMappings, type MappingSort } from "./list-mappings.server.ts";
import { listSamplers } from "./list-samplers.server.ts";
import { listTypeNames } from "./list-telemetry-types.server.ts";
import type { ListedSampler } from "./schemas.ts";
import { listSections } from "./suggest-mappings.server.ts";

type Deps = {
  db: Db;
  now: number;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "status">;
};

export type TabQuestion = {
  /** A sampler's id as the address gives it. */
  sampler: string | null;
  page: number;
  size: number;
  sort: MappingSort | null;
  /** A part of either key. */
  containing: string;
};

/** The samplers of a machine, and of the one that the address names (or the first) a page of its mappings. */
export async function loadSamplersTab(
  deps: Deps,
  machine: { id: number; make: Make; model: string },
  question: TabQuestion,
) {
  const [samplers, sections] = await Promise.all([
    listSamplers(deps, machine.id),
    listSections(deps, machine),
  ]);
  const chosen = chooseSampler(samplers, question.sampler);
  const mappings =
    chosen === null
      ? null
      : await listMappings(deps, chosen.id, { ...question, limit: question.size });
  const typeNames =
    chosen === null || mappings === null
      ? {}
      : await listTypeNames(
          deps,
          chosen.id,
          mappings.data.flatMap((row) => row.telemetry_type_id ?? []),
        );
  return {
    samplers,
    chosenId: chosen?.id ?? null,
    mappings,
    typeNames,
    sections,
    nowMs: deps.now,
  };
}

const chooseSampler = (
  samplers: readonly ListedSampler[],
  asked: string | null,
): ListedSampler | null =>
  samplers.find(({ id }) => id === parseRowId(asked ?? undefined)) ?? samplers[0] ?? null;

export type SamplersTabData = Awaited<ReturnType<typeof loadSamplersTab>>;
