/**
 * Learns a make's model from its machines' past and judges it on days that it did not see. A model is told only if it
 * foretells better than the make's plain rate of downtimes, by a margin and not by luck; otherwise the reason is.
 */
import { atOnce, type Pieces } from "#app/domain/pieces.ts";
import { FEATURES, type Example } from "./features.ts";
import { chanceOf, fittingLogistic, type LogisticModel } from "./logistic.ts";
import { brier, calibration, type CalibrationRow, type Judgement } from "./scores.ts";
import { HORIZON_MINUTES, type NoPredictionReason } from "./types.ts";
import { DAY_MS } from "#app/domain/durations.ts";
const HORIZON_MS = HORIZON_MINUTES * 60_000;
/** The last share of the time is what a model is judged on. */
const JUDGED_SHARE = 0.3;
/** Of the make's history, days with examples. */
export const MIN_DAYS = 14;
/** Hours that a downtime followed, in the part that is learned from and in the part that is judged. */
export const MIN_FOLLOWED = { learned: 40, judged: 15 } as const;
/** Brier skill: the share by which the model's score is lower than the base rate's. */
export const MIN_SKILL = 0.05;
/** Mean gain over the days that are judged, in standard errors: one in a hundred by luck. */
export const MIN_SURENESS = 2.33;
/** Ridge penalty, in examples. Neighbouring hours share most of their horizon, so it is that of several. */
export const RIDGE = 20;

export type Report = {
  examples: number;
  days: number;
  /** Share of the judged hours that a downtime followed. */
  rate: number;
  /** Brier scores on the judged part, and 1 - score / base score. */
  score: number;
  baseScore: number;
  skill: number;
  sureness: number;
  calibration: CalibrationRow[];
};
export type StoredModel = LogisticModel & { features: string[] };
export type Trained =
  | { status: "ready"; model: StoredModel; report: Report }
  | {
      status: Extract<
        NoPredictionReason,
        "too_little_data" | "too_few_downtimes" | "no_better_than_rate"
      >;
      report: Report | { days: number };
    };

/** `examples` of all machines of a make, in any order. */
export const trainMake = (examples: readonly Example[]): Trained => atOnce(trainingMake(examples));

/** As `trainMake`, in pieces. */
export function* trainingMake(examples: readonly Example[]): Pieces<Trained> {
  const days = new Set(examples.map(({ atMs }) => Math.floor(atMs / DAY_MS))).size;
  if (days < MIN_DAYS) return { status: "too_little_data", report: { days } };
  const { learned, judged } = splitByTime(examples);
  if (!isEnough(learned, MIN_FOLLOWED.learned) || !isEnough(judged, MIN_FOLLOWED.judged))
    return { status: "too_few_downtimes", report: { days } };
  yield;
  const told = judge(yield* fit(learned), judged);
  const chance = rateOf(learned);
  const base = judged.map(({ isDown }) => ({ chance, isDown }));
  yield;
  const [score, baseScore] = [brier(told), brier(base)];
  const report: Report = {
    ...{ examples: examples.length, days, rate: rateOf(judged), score, baseScore },
    skill: 1 - score / baseScore,
    sureness: surenessOf(judged, told, base),
    calibration: calibration(told),
  };
  if (report.skill < MIN_SKILL || report.sureness < MIN_SURENESS)
    return { status: "no_better_than_rate", report };
  yield;
  return { status: "ready", model: yield* fit(examples), report };
}

/** Learned examples end a horizon before the first judged one: none of their answers lies in the judged part. */
export function splitByTime(examples: readonly Example[]): {
  learned: Example[];
  judged: Example[];
} {
  const times = examples.map(({ atMs }) => atMs);
  const [firstMs, lastMs] = [
    times.reduce((a, b) => Math.min(a, b), Infinity),
    times.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const splitMs = lastMs - JUDGED_SHARE * (lastMs - firstMs);
  return {
    learned: examples.filter(({ atMs }) => atMs + HORIZON_MS <= splitMs),
    judged: examples.filter(({ atMs }) => atMs > splitMs),
  };
}

/** Null when the model was made for other features than today's. */
export const chanceBy = (model: StoredModel, features: readonly number[]): number | null =>
  model.features.length === FEATURES.length &&
  FEATURES.every((name, index) => model.features[index] === name)
    ? chanceOf(model, features)
    : null;

function* fit(examples: readonly Example[]): Pieces<StoredModel> {
  const rows = examples.map(({ features }) => features);
  const labels = examples.map(({ isDown }) => isDown);
  return { features: [...FEATURES], ...(yield* fittingLogistic(rows, labels, RIDGE)) };
}

const judge = (model: LogisticModel, examples: readonly Example[]): Judgement[] =>
  examples.map(({ features, isDown }) => ({ chance: chanceOf(model, features), isDown }));

const rateOf = (examples: readonly Example[]): number =>
  examples.filter(({ isDown }) => isDown).length / examples.length;
const isEnough = (examples: readonly Example[], followed: number): boolean => {
  const count = examples.filter(({ isDown }) => isDown).length;
  return count >= followed && examples.length - count >= followed;
};

/** Days are taken as wholes, because an hour's outcome is nearly the next one's. */
function surenessOf(
  examples: readonly Example[],
  told: readonly Judgement[],
  base: readonly Judgement[],
): number {
  const error = ({ chance, isDown }: Judgement): number => (chance - (isDown ? 1 : 0)) ** 2;
  const gains = new Map<number, number>();
  examples.forEach(({ atMs }, index) => {
    const day = Math.floor(atMs / DAY_MS);
    gains.set(
      day,
      (gains.get(day) ?? 0) + error(base[index] as Judgement) - error(told[index] as Judgement),
    );
  });
  const values = [...gains.values()];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  if (variance === 0) return mean > 0 ? Infinity : 0;
  return mean / Math.sqrt(variance / values.length);
}
