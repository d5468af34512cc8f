/** What would become of rows that are to be mapped: added, changed, the same already, left out or refused, each with its reasons. */
import type { Problem } from "#app/domain/problems.ts";
import {
  checkMapping,
  DEFAULT_LOWER_PERCENTILE,
  DEFAULT_UPPER_PERCENTILE,
  MAPPING_PROBLEMS,
  type Mapping,
  type MappingType,
} from "./mapping-rules.ts";

/** What is left out is the default of a new mapping, and stays as it is of one that stands. */
export type WantedMapping = Partial<
  Omit<Mapping, "machineKey" | "humanKey" | "telemetryTypeId">
> & {
  machineKey: string;
  humanKey: string;
  telemetryTypeId?: number | null;
  /** Instead of the id; a type that the sampler does not have is refused, unless `isTypeOptional`. */
  typeName?: string | null;
  isTypeOptional?: boolean;
};
export type KnownRow = Mapping & { id: number; samplerId: number };
type KnownType = MappingType & { name: string; goneAt: number | null };
type Known = {
  samplerId: number;
  /** Of the whole machine. */
  mappings: readonly KnownRow[];
  types: readonly KnownType[];
};

export type RowOutcome = "added" | "changed" | "same" | "skipped" | "refused";
export type PlannedRow = {
  mapping: Mapping;
  outcome: RowOutcome;
  /** By field, as /v1 names them. */
  problems: Record<string, Problem[]>;
};

/** In the order of the rows; what an earlier row takes is taken for the later ones. */
export function planMappings(
  rows: readonly WantedMapping[],
  known: Known,
  { skipsTaken }: { skipsTaken: boolean },
): PlannedRow[] {
  const own = new Map(
    known.mappings
      .filter(({ samplerId }) => samplerId === known.samplerId)
      .map((mapping) => [mapping.machineKey, mapping]),
  );
  const wantedKeys = new Set(rows.map(({ machineKey }) => machineKey.trim()));
  // A name of a mapping that is itself in the rows is free until the rows say otherwise.
  const names = new Set(
    known.mappings
      .filter(
        (row) => skipsTaken || row.samplerId !== known.samplerId || !wantedKeys.has(row.machineKey),
      )
      .map(({ humanKey }) => humanKey),
  );
  const seen = new Set<string>();
  let utsEnabled = [...own.values()].filter((row) => row.utsAnomalyDetectionEnabled).length;
  return rows.map((row): PlannedRow => {
    const before = own.get(row.machineKey.trim());
    const { mapping, type } = completed(row, before, known.types);
    const isAgain = seen.has(mapping.machineKey);
    seen.add(mapping.machineKey);
    const isTaken = isAgain || (skipsTaken && before !== undefined);
    const utsWasEnabled = before?.utsAnomalyDetectionEnabled ?? false;
    const problems = checkMapping(mapping, {
      machineKeyTaken: isTaken,
      humanKeyTaken: names.has(mapping.humanKey),
      type,
      utsEnabledOthers: utsEnabled - (utsWasEnabled ? 1 : 0),
      utsWasEnabled,
    });
    const found = Object.values(problems).flat();
    if (skipsTaken && found.length > 0 && found.every(isAboutUse))
      return { mapping, outcome: "skipped", problems };
    if (found.length > 0) return { mapping, outcome: "refused", problems };
    names.add(mapping.humanKey);
    utsEnabled += Number(mapping.utsAnomalyDetectionEnabled) - Number(utsWasEnabled);
    return { mapping, outcome: outcomeOf(mapping, before), problems };
  });
}

const isAboutUse = ({ code }: Problem): boolean =>
  code === MAPPING_PROBLEMS.machineKeyInUse.code || code === MAPPING_PROBLEMS.humanKeyInUse.code;

function outcomeOf(mapping: Mapping, before: KnownRow | undefined): RowOutcome {
  if (before === undefined) return "added";
  const isSame = (Object.keys(mapping) as (keyof Mapping)[]).every(
    (field) => mapping[field] === before[field],
  );
  return isSame ? "same" : "changed";
}

function completed(
  row: WantedMapping,
  before: KnownRow | undefined,
  types: readonly KnownType[],
): { mapping: Mapping; type: MappingType | null | undefined } {
  const or = <T>(given: T | undefined, old: T | undefined, byDefault: T): T =>
    given !== undefined ? given : old !== undefined ? old : byDefault;
  const byName =
    row.typeName && types.find(({ name, goneAt }) => name === row.typeName && goneAt === null);
  const wanted = row.typeName
    ? byName
      ? byName.id
      : row.isTypeOptional
        ? null
        : 0
    : row.telemetryTypeId;
  const telemetryTypeId = or(row.typeName === null ? null : wanted, before?.telemetryTypeId, null);
  const known = types.find(
    ({ id, goneAt }) =>
      id === telemetryTypeId && (goneAt === null || before?.telemetryTypeId === id),
  );
  const isThreshold = or(
    row.thresholdAnomalyDetectionEnabled,
    before?.thresholdAnomalyDetectionEnabled,
    true,
  );
  /** One that was none stays so only where the threshold is off: a mapping that is switched on gets the defaults. */
  const percentile = (
    given: number | null | undefined,
    old: number | null | undefined,
    usual: number,
  ) => or(given, old === null && isThreshold ? undefined : old, usual);
  return {
    type: telemetryTypeId === null ? null : known,
    mapping: {
      machineKey: row.machineKey.trim(),
      humanKey: row.humanKey.trim(),
      telemetryTypeId,
      primarySection: or(row.primarySection, before?.primarySection, null),
      utsAnomalyDetectionEnabled: or(
        row.utsAnomalyDetectionEnabled,
        before?.utsAnomalyDetectionEnabled,
        false,
      ),
      thresholdAnomalyDetectionEnabled: isThreshold,
      thresholdLowerBoundPercentile: percentile(
        row.thresholdLowerBoundPercentile,
        before?.thresholdLowerBoundPercentile,
        DEFAULT_LOWER_PERCENTILE,
      ),
      thresholdUpperBoundPercentile: percentile(
        row.thresholdUpperBoundPercentile,
        before?.thresholdUpperBoundPercentile,
        DEFAULT_UPPER_PERCENTILE,
      ),
    },
  };
}
