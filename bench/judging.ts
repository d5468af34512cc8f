/**
 * What detection costs in workerd, after the sampler's answer and before it: the same samples of 60 tags a second go to a
 * Helios without detection, one with thresholds on every tag, and one with UTS on every tag, each on a folder of its own.
 * Told is workerd's own processor time a sample until all of it is sealed, and the points a second of one connection. Run it
 * on a quiet machine: at a load of 10 the same case took 1.4 and 1.9 µs. An hour is posted when what came before is nearly
 * sealed, for a recorder refuses more than it can hold.
 *
 * Hours before, which are not counted, give the thresholds their bounds and UTS its states. Asked for: 0.2 µs a sample for
 * thresholds and 3 for UTS, at most 10 % fewer points a second with thresholds.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#app/domain/durations.ts";
import { call, openPlant, startHelios } from "./_helios.ts";
import { makeBodies, METRICS, postAll, type Target } from "./_ingest-load.ts";
import { cpuMsOf } from "./_live-sockets.ts";
import { quantile } from "./_workload.ts";
import { SEALED_MS, until } from "./query.ts";

export const about =
  "what thresholds and UTS cost workerd a sample, beside the same samples unjudged";

const CASES = ["unjudged", "thresholds", "UTS"] as const;
type Case = (typeof CASES)[number];
type Cost = {
  whole: number;
  pointsPerSecond: number;
  bounded: number;
  abnormal: number;
};

const SCANS_PER_POST = 60;
const POSTS_PER_HOUR = HOUR_MS / (SCANS_PER_POST * SECOND_MS);
/** Samples that may wait when another hour is posted. */
const ROOM = 500_000;
/** Bounds of a day hold from its 01:00 on: the hours before the count begin at noon the day before. */
const BEFORE_HOURS = 14;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      hours: { type: "string", default: "6" },
      rounds: { type: "string", default: "3" },
    },
  });
  const [hours, rounds] = [Number(values.hours), Number(values.rounds)];
  if (!(hours >= 1 && hours <= 20) || !(rounds >= 1 && rounds <= 9))
    throw new Error("--hours takes 1 to 20, --rounds 1 to 9");
  const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS + DAY_MS / 2;
  const posts = (BEFORE_HOURS + hours) * POSTS_PER_HOUR;
  const bodies = makeBodies({
    wire: "json",
    gzip: false,
    scans: SCANS_PER_POST,
    posts,
    seed: 3,
    startMs,
  });
  const before = BEFORE_HOURS * POSTS_PER_HOUR;
  const costs: Record<Case, Cost[]> = { unjudged: [], thresholds: [], UTS: [] };
  for (let round = 0; round < rounds; round++)
    for (const turn of CASES.keys()) {
      const name = CASES[(turn + round) % CASES.length]!;
      const cost = await measure(name, bodies.slice(0, before), bodies.slice(before));
      costs[name].push(cost);
      process.stderr.write(
        `${name}: ${cost.whole.toFixed(2)} µs a sample, load ${loadavg()[0]!.toFixed(1)}\n`,
      );
    }
  report(costs);
}

/** Microseconds of workerd's processor time a sample. */
async function measure(name: Case, before: Buffer[], counted: Buffer[]): Promise<Cost> {
  const helios = await startHelios();
  try {
    const plant = await openPlant(helios.origin);
    await mapAll(helios.origin, plant, name, before[0]!);
    const status = { origin: helios.origin, token: plant.token, deviceIds: [plant.deviceId] };
    const sealed = () =>
      until(status, SEALED_MS, "sealed", ({ unsealed_samples: left }) => left === 0);
    const target: Target = {
      port: Number(new URL(helios.origin).port),
      path: "/ingest/v1/batches",
      headers: { authorization: `Bearer ${plant.key}`, "content-type": "application/json" },
    };
    const hasRoom = () =>
      until(status, SEALED_MS, "nearly sealed", ({ unsealed_samples: left }) => left < ROOM);
    /** Milliseconds that the posts took, without the waiting between hours. */
    const post = async (bodies: readonly Buffer[]): Promise<number> => {
      let ms = 0;
      for (let at = 0; at < bodies.length; at += POSTS_PER_HOUR) {
        await hasRoom();
        const fromMs = performance.now();
        await postAll(bodies.slice(at, at + POSTS_PER_HOUR).map((body) => ({ target, body })));
        ms += performance.now() - fromMs;
      }
      return ms;
    };
    await post(before);
    await sealed();

    const from = cpuMsOf(helios.workerdPid);
    const postedMs = await post(counted);
    await sealed();
    const whole = cpuMsOf(helios.workerdPid) - from;

    const samples = counted.length * SCANS_PER_POST * METRICS;
    return {
      whole: (1_000 * whole) / samples,
      pointsPerSecond: (1_000 * samples) / postedMs,
      ...(await judgedOf(helios.origin, plant, counted.at(-1)!)),
    };
  } finally {
    await helios.stop();
  }
}

type Plant = Awaited<ReturnType<typeof openPlant>>;

async function mapAll(origin: string, plant: Plant, name: Case, body: Buffer): Promise<void> {
  const { frames } = JSON.parse(body.toString()) as { frames: { tags: object }[] };
  const mappings = Object.keys(frames[0]!.tags).map((key) => ({
    machine_key: key,
    human_key: key,
    threshold_anomaly_detection_enabled: name === "thresholds",
    uts_anomaly_detection_enabled: name === "UTS",
  }));
  await call(
    `${origin}/v1/samplers/${plant.samplerId}/telemetry_definitions`,
    { mappings },
    plant.token,
  );
}

type Point = { upper: number | null; ad_flag: boolean | null; ad_share?: number };
type Answer = { data: Record<string, Point[]> };

/** Of the last hour of 15 sensors: points that have bounds, so that it is seen that they were judged, and abnormal time. */
async function judgedOf(
  origin: string,
  plant: Plant,
  last: Buffer,
): Promise<Pick<Cost, "bounded" | "abnormal">> {
  const { frames } = JSON.parse(last.toString()) as { frames: { times: number[] }[] };
  const endMs = frames[0]!.times.at(-1)!;
  const query = new URLSearchParams({
    device_id: String(plant.deviceId),
    start_time: new Date(endMs - HOUR_MS).toISOString(),
    end_time: new Date(endMs).toISOString(),
    resolution: "60",
  });
  for (let i = 0; i < 15; i += 1) query.append("metrics[]", `bench_sensor_${i}`);
  const answer = await fetch(`${origin}/v1/telemetry_timeseries?${query}`, {
    headers: { authorization: `Bearer ${plant.token}` },
  });
  if (!answer.ok) throw new Error(`the series answered ${answer.status}: ${await answer.text()}`);
  const points = Object.values(((await answer.json()) as Answer).data).flat();
  const share = ({ ad_flag: flag, ad_share: held }: Point) => (flag === true ? (held ?? 1) : 0);
  return {
    bounded: points.filter(({ upper }) => upper !== null).length / points.length,
    abnormal: points.reduce((sum, point) => sum + share(point), 0) / points.length,
  };
}

function report(costs: Record<Case, Cost[]>): void {
  const median = (name: Case, pick: (cost: Cost) => number): number =>
    quantile(costs[name].map(pick), 0.5);
  const wide = (cells: readonly string[]): string =>
    cells.map((cell) => cell.padStart(14)).join("");
  console.log(
    "".padEnd(12) +
      wide(["µs a sample", "more", "points/s", "of unjudged", "with bounds", "abnormal"]),
  );
  for (const name of CASES) {
    const [whole, rate] = [
      median(name, (cost) => cost.whole),
      median(name, (cost) => cost.pointsPerSecond),
    ];
    const unjudged = median("unjudged", (cost) => cost.pointsPerSecond);
    console.log(
      name.padEnd(12) +
        wide([
          whole.toFixed(2),
          (whole - median("unjudged", (cost) => cost.whole)).toFixed(2),
          rate.toFixed(0),
          `${((100 * rate) / unjudged).toFixed(0)} %`,
          `${(100 * median(name, (cost) => cost.bounded)).toFixed(0)} %`,
          `${(100 * median(name, (cost) => cost.abnormal)).toFixed(2)} %`,
        ]),
    );
  }
}
