import type { Db } from "#app/db/client.server.ts";
import type { Actor, Make } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import type { LatestValues, RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { getSamplerHealth } from "./get-sampler-health.server.ts";
import { listMappings, type MappingSort } from "./list-mappings.server.ts";
import { listSamplers } from "./list-samplers.server.ts";
import { listTypeNames } from "./list-telemetry-types.server.ts";
import { listUnmapped } from "./list-unmapped.server.ts";
import { listMappingSources, rowsOfSampler } from "./mapping-sources.server.ts";
import type { SamplerView } from "./mapping-question.ts";
import type { ListedSampler } from "./schemas.ts";
import { listSections } from "./suggest-mappings.server.ts";

type Deps = {
  db: Db;
  now: number;
  actor: Actor;
  recorder: (
    deviceId: number,
  ) => Pick<RecorderPort, "status" | "metrics" | "latest" | "tagsByNeed" | "intakeDay">;
  series: Pick<SeriesReader, "steps">;
  /** Where samplers send to. */
  publicOrigin: string;
};
type TabMachine = { id: number; make: Make; model: string };

export type TabQuestion = {
  view: SamplerView;
  /** A sampler's id as the address gives it. */
  sampler: string | null;
  page: number;
  size: number;
  sort: MappingSort | null;
  /** A part of either key. */
  containing: string;
};

/** The samplers of a machine, and of the one that the address names (or the first) what the view shows. */
export async function loadSamplersTab(deps: Deps, machine: TabMachine, question: TabQuestion) {
  const [samplers, sections] = await Promise.all([
    listSamplers(deps, machine.id),
    listSections(deps, machine),
  ]);
  const chosen = chooseSampler(samplers, question.sampler);
  const asks = (view: SamplerView) => chosen !== null && question.view === view;
  const [mapped, health, unmapped, site] = await Promise.all([
    asks("mappings") ? loadMapped(deps, machine, chosen!.id, question) : null,
    // The recorder may be away; the tab says so.
    asks("health") ? getSamplerHealth(deps, chosen!.id, question).catch(unlessRefused) : null,
    asks("unmapped") ? listUnmapped(deps, machine, question).catch(unlessRefused) : null,
    asks("site")
      ? rowsOfSampler(deps, chosen!.id).then((rows) => ({ origin: deps.publicOrigin, rows }))
      : null,
  ]);
  return {
    view: question.view,
    samplers,
    chosenId: chosen?.id ?? null,
    sections,
    mapped,
    health,
    unmapped,
    site,
    nowMs: deps.now,
  };
}

async function loadMapped(
  deps: Deps,
  machine: TabMachine,
  samplerId: number,
  question: TabQuestion,
) {
  const [page, sources] = await Promise.all([
    listMappings(deps, samplerId, { ...question, limit: question.size }),
    listMappingSources(deps, machine),
  ]);
  const ids = page.data.flatMap((row) => row.telemetry_type_id ?? []);
  const [typeNames, latest] = await Promise.all([
    listTypeNames(deps, samplerId, ids),
    readLatest(
      deps,
      machine.id,
      page.data.map(({ human_key }) => human_key),
    ),
  ]);
  return { page, sources, typeNames, latest };
}

/** When each came last; null while the recorder does not answer. */
const readLatest = async (
  { recorder }: Deps,
  deviceId: number,
  names: string[],
): Promise<LatestValues | null> =>
  names.length === 0
    ? {}
    : recorder(deviceId)
        .latest(names)
        .catch(() => null);

/** null where only the reading failed. */
function unlessRefused(error: unknown): null {
  if (error instanceof AppError && (error.code === "forbidden" || error.code === "not_found"))
    throw error;
  return null;
}

const chooseSampler = (
  samplers: readonly ListedSampler[],
  asked: string | null,
): ListedSampler | null =>
  samplers.find(({ id }) => id === parseRowId(asked ?? undefined)) ?? samplers[0] ?? null;

export type SamplersTabData = Awaited<ReturnType<typeof loadSamplersTab>>;
export type MappedData = NonNullable<SamplersTabData["mapped"]>;
