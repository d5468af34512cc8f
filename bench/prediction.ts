/**
 * How well downtimes are foretold on the simulator's history: weeks of the demo fleet's machines, straight from the
 * simulator's model as its history would tell them, through the facts, features and training of app/domain/prediction.
 * Needs no server. The same figures in every run; docs/prediction.md has them.
 */
import { parseArgs } from "node:util";
import { DEMO_MACHINES } from "#app/db/seed/machines.ts";
import { examplesOf, FEATURES, type Example } from "#app/domain/prediction/features.ts";
import type { HourFacts } from "#app/domain/prediction/hour-facts.ts";
import { chanceOf, fitLogistic } from "#app/domain/prediction/logistic.ts";
import { brier, type Judgement } from "#app/domain/prediction/scores.ts";
import { RIDGE, splitByTime, trainMake } from "#app/domain/prediction/train.ts";
import { factsOfDay } from "#simulator/facts-of-day.ts";
import { MachineModel } from "#simulator/machine-model.ts";
import { PROFILE_NAMES, type ProfileName } from "#simulator/profiles.ts";
import { DAY_MS } from "#app/domain/durations.ts";

export const about =
  "Brier score and calibration of the downtime prediction against the base rate, on simulated weeks";
const START_MS = Date.UTC(2026, 8, 7);

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { days: { type: "string", default: "56" }, plants: { type: "string", default: "1" } },
  });
  const [days, plants] = [Number(values.days), Number(values.plants)];
  if (!(days >= 1 && days <= 200 && plants >= 1 && plants <= 10))
    throw new Error("--days takes 1 to 200, --plants 1 to 10");
  console.log(`${days} days of ${plants} times the demo fleet; horizon 240 min\n`);
  for (const [make, fleet] of fleets(plants)) await report(make, fleet, days);
}

type Member = { serialNumber: string; model: MachineModel };

/** The demo fleet, and further plants with the same machines and other chance; last, one make with a machine of each profile. */
function fleets(plants: number): Map<string, Member[]> {
  const found = new Map<string, Member[]>();
  const add = (
    make: string,
    serialNumber: string,
    profile: ProfileName,
    of: (typeof DEMO_MACHINES)[number],
  ): void => {
    const model = new MachineModel({
      ...of,
      serialNumber,
      profile,
      make: of.make,
      kiwiplan: false,
    });
    found.set(make, [...(found.get(make) ?? []), { serialNumber, model }]);
  };
  for (let plant = 0; plant < plants; plant++)
    for (const machine of DEMO_MACHINES)
      add(
        machine.make,
        `${machine.serialNumber}${plant ? `-${plant}` : ""}`,
        machine.profile,
        machine,
      );
  for (let plant = 0; plant < plants; plant++)
    for (const profile of PROFILE_NAMES)
      add("one of each profile", `EACH-${profile}-${plant}`, profile, DEMO_MACHINES[0]!);
  return found;
}

async function report(make: string, fleet: readonly Member[], days: number): Promise<void> {
  const examples: (Example & { machine: number })[] = [];
  for (const [machine, { model }] of fleet.entries()) {
    const hours: HourFacts[] = [];
    for (let day = 0; day < days; day++) hours.push(...factsOfDay(model, START_MS + day * DAY_MS));
    examples.push(...examplesOf(hours, []).map((example) => ({ ...example, machine })));
    await Promise.resolve();
  }
  const startedAt = performance.now();
  const trained = trainMake(examples);
  const ms = Math.round(performance.now() - startedAt);
  console.log(
    `${make}: ${fleet.length} machines, ${examples.length} hours → ${trained.status} (${ms} ms)`,
  );
  if (!("score" in trained.report)) return console.log(`  ${trained.report.days} days\n`);
  const { rate, score, baseScore, skill, sureness, calibration } = trained.report;
  const { learned, judged } = splitByTime(examples) as {
    learned: typeof examples;
    judged: typeof examples;
  };
  const own = brier(
    judged.map(({ machine, isDown }) => ({
      chance: rateOf(learned.filter((each) => each.machine === machine)),
      isDown,
    })),
  );
  console.log(`  a downtime followed ${percent(rate)} of the judged hours`);
  console.log(
    `  Brier ${score.toFixed(4)}, base rate ${baseScore.toFixed(4)}, each machine's own rate ${own.toFixed(4)}`,
  );
  console.log(
    `  skill ${percent(skill)}, sureness ${sureness.toFixed(1)}; with Platt's calibration Brier ${platt(learned, judged).toFixed(4)}`,
  );
  console.log("  told        hours  mean told  happened");
  for (const row of calibration)
    console.log(
      `  ${percent(row.from).padStart(6)}–${percent(row.to).padEnd(6)}${String(row.count).padStart(5)}  ${percent(row.told).padStart(9)}  ${percent(row.happened).padStart(8)}`,
    );
  if (trained.status === "ready") {
    const weights = trained.model.weights
      .slice(1)
      .map((weight, index) => ({ name: FEATURES[index], weight }));
    weights.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
    console.log(
      `  weights: ${weights.map(({ name, weight }) => `${name} ${weight.toFixed(2)}`).join(", ")}`,
    );
  }
  console.log("");
}

/** What a further calibration would give: the model of the first three quarters, Platt's two numbers of the last one. */
function platt(learned: readonly Example[], judged: readonly Example[]): number {
  const sorted = [...learned].sort((a, b) => a.atMs - b.atMs);
  const cut = Math.floor(sorted.length * 0.75);
  const [early, late] = [sorted.slice(0, cut), sorted.slice(cut)];
  const model = fitLogistic(
    early.map(({ features }) => features),
    early.map(({ isDown }) => isDown),
    RIDGE,
  );
  const logit = ({ features }: Example): number[] => {
    const chance = chanceOf(model, features);
    return [Math.log(chance / (1 - chance))];
  };
  const calibrated = fitLogistic(
    late.map(logit),
    late.map(({ isDown }) => isDown),
    1e-6,
  );
  return brier(
    judged.map((example): Judgement => ({
      chance: chanceOf(calibrated, logit(example)),
      isDown: example.isDown,
    })),
  );
}

const rateOf = (examples: readonly Example[]): number =>
  examples.length === 0 ? 0 : examples.filter(({ isDown }) => isDown).length / examples.length;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
