import { describe, expect, it } from "vitest";
import { createRandom } from "#simulator/random.ts";
import { FEATURES, type Example } from "./features.ts";
import { atOnce } from "#app/domain/pieces.ts";
import { chanceBy, MIN_SKILL, splitByTime, trainingMake, trainMake } from "./train.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 8, 1);

/** Hours of two machines, one of which goes down as often as `chances` say. */
function history(days: number, chances: readonly [number, number], seed = 1): Example[] {
  const random = createRandom(seed);
  return Array.from({ length: days * 24 * 2 }, (_, index) => {
    const machine = index % 2;
    const features = FEATURES.map((name) =>
      name === "downs_month" ? machine : random.between(0, 1),
    );
    return {
      atMs: START + (index >> 1) * HOUR,
      features,
      isDown: random.chance(chances[machine]!),
    };
  });
}

describe("a make's model", () => {
  it("is ready when it foretells better than the rate, and then says what it learned", () => {
    const trained = trainMake(history(40, [0.1, 0.7]));
    if (trained.status !== "ready") throw new Error(trained.status);
    expect(trained.report.skill).toBeGreaterThan(0.3);
    expect(trained.report.score).toBeLessThan(trained.report.baseScore);
    expect(trained.report.calibration.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(
      500,
    );
    const chance = (machine: number) =>
      chanceBy(
        trained.model,
        FEATURES.map((name) => (name === "downs_month" ? machine : 0.5)),
      );
    expect(Math.abs(chance(0)! - 0.1)).toBeLessThan(0.04);
    expect(Math.abs(chance(1)! - 0.7)).toBeLessThan(0.06);
  });

  it("is none where nothing can be foretold, whatever chance made of it", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const trained = trainMake(history(30, [0.3, 0.3], seed));
      expect(trained.status).toBe("no_better_than_rate");
      expect((trained.report as { skill: number }).skill).toBeLessThan(MIN_SKILL);
      expect(trained).not.toHaveProperty("model");
    }
  });

  it("is none of too few days, or too few downtimes, or hardly anything else", () => {
    expect(trainMake([])).toEqual({ status: "too_little_data", report: { days: 0 } });
    expect(trainMake(history(13, [0.1, 0.7]))).toEqual({
      status: "too_little_data",
      report: { days: 13 },
    });
    expect(trainMake(history(30, [0, 0.01])).status).toBe("too_few_downtimes");
    expect(trainMake(history(30, [1, 1])).status).toBe("too_few_downtimes");
  });

  it("is judged on later days, of whose answers it learned none", () => {
    const { learned, judged } = splitByTime(history(20, [0.5, 0.5]));
    const last = Math.max(...learned.map(({ atMs }) => atMs));
    const first = Math.min(...judged.map(({ atMs }) => atMs));
    expect(first - last).toBeGreaterThan(4 * HOUR);
    expect(judged.length / (20 * 48)).toBeCloseTo(0.3, 1);
  });

  it("looks at each example a few times, however many there are", () => {
    let looks = 0;
    const examples = history(40, [0.1, 0.7]).map(({ isDown, ...example }) => ({
      ...example,
      get isDown() {
        looks++;
        return isDown;
      },
    }));
    expect(trainMake(examples).status).toBe("ready");
    expect(looks / examples.length).toBeLessThan(20);
  });

  it("is learned in pieces, more of them where there is more to look at, and is the same", () => {
    const [few, many] = [history(40, [0.1, 0.7]), history(400, [0.1, 0.7])];
    const piecesOf = (examples: Example[]) => {
      const work = trainingMake(examples);
      let pieces = 1;
      while (!work.next().done) pieces++;
      return pieces;
    };
    expect(piecesOf(few)).toBeGreaterThan(2 * FEATURES.length);
    expect(piecesOf(many)).toBeGreaterThan(2 * piecesOf(few));
    expect(atOnce(trainingMake(few))).toEqual(trainMake(few));
  });

  it("of other features than today's says nothing", () => {
    const trained = trainMake(history(40, [0.1, 0.7]));
    if (trained.status !== "ready") throw new Error(trained.status);
    const old = { ...trained.model, features: ["moon", ...trained.model.features.slice(1)] };
    expect(
      chanceBy(
        old,
        FEATURES.map(() => 0),
      ),
    ).toBeNull();
  });
});
