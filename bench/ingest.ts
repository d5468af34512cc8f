/**
 * Points per second over HTTP, posted as samplers do: ten machines of 60 metrics, one POST = one machine × 10 s = 600
 * points, over 4 connections; also over 1 and 8, by the minute (3,600 points), in line protocol, in gzip. Beside every figure
 * its floors in the same run: a Worker of the same topology that only answers, and one that also writes the
 * bytes as one row; and InfluxDB with the same batches as line protocol, where Debian's `influxdb` is installed. Targets take
 * turns within a round, in an order that rotates; medians are shown. Then the time to the answer at 100 POST/s.
 *
 * What is posted is of past hours, so that sealing goes on all the while. Clients and servers share the machine. Bodies
 * are made before the clock runs.
 */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { call, startHelios } from "./_helios.ts";
import { startInflux } from "./_influx.ts";
import {
  makeBodies,
  METRICS,
  postAll,
  postAtPace,
  type Post,
  type Target,
  type Wire,
} from "./_ingest-load.ts";
import { quantile } from "./_workload.ts";

export const about =
  "points per second into Helios and time to the answer, beside its floors and InfluxDB";

const MACHINES = 10;
const TARGETS = ["helios", "row", "answer", "influx"] as const;
type TargetName = (typeof TARGETS)[number];
type Case = { wire: Wire; gzip: boolean; scans: number; connections: number };
type Result = Case & {
  name: string;
  bytesPerPost: number;
  pointsPerSecond: Record<TargetName, number[]>;
};
type TargetOf = (name: TargetName, wire: Wire, gzip: boolean, machine: number) => Target;
/** Answer times in milliseconds of each round. */
type Paced = { helios: number[][]; row: number[][] };

const CASES: Case[] = [
  ...[4, 1, 8].flatMap((connections) =>
    (["json", "line"] as const).flatMap((wire) =>
      [false, true].map((gzip): Case => ({ wire, gzip, scans: 10, connections })),
    ),
  ),
  { wire: "json", gzip: false, scans: 60, connections: 4 },
];
const PACE_PER_SECOND = 100;

export async function run(args: string[]): Promise<void> {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    args,
    options: {
      rounds: text("7"),
      posts: text("400"),
      seconds: text("3"),
      json: { type: "string" },
    },
  });
  const [rounds, posts, seconds] = [
    Number(values.rounds),
    Number(values.posts),
    Number(values.seconds),
  ];
  if (
    !(rounds >= 1 && rounds <= 100) ||
    !(posts >= 40 && posts <= 10_000) ||
    !(seconds >= 1 && seconds <= 20)
  )
    throw new Error("--rounds takes 1 to 100, --posts 40 to 10000, --seconds 1 to 20");

  const floor = fork(join(import.meta.dirname, "_ingest-floor.ts"));
  const influx = await startInflux();
  const helios = await startHelios();
  try {
    const floorPort = await new Promise<number>((resolve, reject) => {
      floor.once("message", (port) => resolve(port as number));
      floor.once("exit", () => reject(new Error("the floor did not start")));
    });
    const keys = await createSamplers(helios.origin);
    const targetOf: TargetOf = (name, wire, gzip, machine) => {
      const headers: Record<string, string> = {
        Authorization: `${wire === "json" ? "Bearer" : "Token"} ${keys[machine]!}`,
        "Content-Type": wire === "json" ? "application/json" : "text/plain; charset=utf-8",
        ...(gzip ? { "Content-Encoding": "gzip" } : {}),
      };
      if (name === "helios")
        return {
          port: Number(new URL(helios.origin).port),
          path: wire === "json" ? "/ingest/v1/batches" : "/api/v2/write?precision=ms",
          headers,
        };
      if (name === "influx")
        return {
          port: influx!.port,
          path: "/write?db=bench&precision=ms",
          headers: gzip ? { "Content-Encoding": "gzip" } : ({} as Record<string, string>),
        };
      return { port: floorPort, path: `/${name}?machine=${machine}`, headers };
    };
    const clock = { nowMs: Math.floor(Date.now() / 3_600_000) * 3_600_000 - 40 * 86_400_000 };
    const targets = TARGETS.filter((name) => name !== "influx" || influx !== null);
    const results = await measure({ rounds, posts, targets, targetOf, clock });
    report(results, { rounds, posts, influx: influx?.version ?? null }, values.json);
    reportPace(await measurePace({ rounds, seconds, targetOf, clock }), seconds);
  } finally {
    floor.disconnect();
    await influx?.stop();
    await helios.stop();
  }
}

type Load = {
  targets: readonly TargetName[];
  targetOf: TargetOf;
  /** Every body is of its own time: what was sent before would be a duplicate. */ clock: {
    nowMs: number;
  };
};

async function measure({
  rounds,
  posts,
  targets,
  targetOf,
  clock,
}: Load & { rounds: number; posts: number }): Promise<Result[]> {
  const results = CASES.map((each): Result => ({
    ...each,
    name: nameOf(each),
    bytesPerPost: 0,
    pointsPerSecond: { helios: [], row: [], answer: [], influx: [] },
  }));
  for (let round = -1; round < rounds; round += 1) {
    for (const result of results) {
      const perMachine = Math.ceil((posts * 10) / result.scans / MACHINES);
      const bodiesOf = (wire: Wire) =>
        Array.from({ length: MACHINES }, (_, machine) =>
          makeBodies({
            ...result,
            wire,
            posts: perMachine,
            seed: machine + 1,
            startMs: clock.nowMs,
          }),
        );
      const bodies = {
        json: result.wire === "json" ? bodiesOf("json") : [],
        line: bodiesOf("line"),
      };
      clock.nowMs += perMachine * result.scans * 1000;
      result.bytesPerPost = Math.round(
        bodies[result.wire][0]!.reduce((sum, body) => sum + body.length, 0) / perMachine,
      );
      for (let turn = 0; turn < targets.length; turn += 1) {
        const name = targets[(turn + round + 1) % targets.length]!;
        const wire = name === "influx" ? "line" : result.wire;
        // A machine's batches come in their order, on one connection.
        const loads = Array.from({ length: result.connections }, (_, connection): Post[] =>
          Array.from({ length: perMachine }, (_each, index) =>
            bodies[wire].flatMap((own, machine) =>
              machine % result.connections === connection
                ? [{ target: targetOf(name, wire, result.gzip, machine), body: own[index]! }]
                : [],
            ),
          ).flat(),
        );
        const startedAt = performance.now();
        await Promise.all(loads.map(postAll));
        const seconds = (performance.now() - startedAt) / 1000;
        // The first round only warms up.
        if (round >= 0)
          result.pointsPerSecond[name].push(
            (perMachine * MACHINES * result.scans * METRICS) / seconds,
          );
      }
    }
    process.stderr.write(round < 0 ? "warm " : `${round + 1} `);
  }
  process.stderr.write("\n");
  return results;
}

async function measurePace({
  rounds,
  seconds,
  targetOf,
  clock,
}: Omit<Load, "targets"> & { rounds: number; seconds: number }): Promise<Paced> {
  const paced: Paced = { helios: [], row: [] };
  const perMachine = (PACE_PER_SECOND * seconds) / MACHINES;
  for (let round = 0; round < rounds; round += 1) {
    const bodies = Array.from({ length: MACHINES }, (_, machine) =>
      makeBodies({
        wire: "json",
        gzip: false,
        scans: 10,
        posts: perMachine,
        seed: machine + 1,
        startMs: clock.nowMs,
      }),
    );
    clock.nowMs += perMachine * 10_000;
    for (const name of round % 2 === 0
      ? (["helios", "row"] as const)
      : (["row", "helios"] as const)) {
      const machines = bodies.map((own, machine) =>
        own.map((body): Post => ({ target: targetOf(name, "json", false, machine), body })),
      );
      paced[name].push(await postAtPace(machines, PACE_PER_SECOND));
    }
  }
  return paced;
}

const nameOf = ({ wire, gzip, scans, connections }: Case): string =>
  `${wire}${gzip ? " gzip" : ""}, ${scans * METRICS} points, ${connections} connection${connections === 1 ? "" : "s"}`;

/** A sampler on each of ten machines. */
async function createSamplers(origin: string): Promise<string[]> {
  const { data: session } = await call<{ data: { token: string } }>(`${origin}/v1/login`, {
    email: "superuser@helios.example",
    password: "Helios-Demo-2026",
  });
  const answer = await fetch(`${origin}/v1/devices`, {
    headers: { authorization: `Bearer ${session.token}` },
  });
  const devices = ((await answer.json()) as { data: { id: number }[] }).data.slice(0, MACHINES);
  if (devices.length < MACHINES)
    throw new Error(`the demo fleet has fewer than ${MACHINES} machines`);
  const keys: string[] = [];
  for (const { id } of devices) {
    const sampler = { device_id: id, name: "Bench", spec: "HttpBatch", only_mapped_tags: false };
    keys.push(
      (await call<{ data: { key: string } }>(`${origin}/v1/samplers`, sampler, session.token)).data
        .key,
    );
  }
  return keys;
}

const median = (values: number[]): number => quantile(values, 0.5);
const machineName = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}`;

function report(
  results: Result[],
  { rounds, posts, influx }: { rounds: number; posts: number; influx: string | null },
  file: string | undefined,
): void {
  const rows = results.map((result) => {
    const [helios, row, answer, peer] = TARGETS.map((name) =>
      result.pointsPerSecond[name].length > 0
        ? Math.round(median(result.pointsPerSecond[name]))
        : null,
    ) as [number, number, number, number | null];
    return {
      case: result.name,
      bytesPerPost: result.bytesPerPost,
      helios,
      row,
      answer,
      influx: peer,
      ofRow: helios / row,
    };
  });
  console.log(
    `Points per second of ${MACHINES} machines, ${posts * 600} points a turn, median of ${rounds} rounds, on ${machineName()}`,
  );
  console.log(
    influx === null
      ? "InfluxDB is not installed (Debian: apt-get install influxdb)\n"
      : `InfluxDB ${influx}\n`,
  );
  const shown = (value: number | null): string =>
    value === null ? "–" : value.toLocaleString("en-US");
  const cells = rows.map((row) => [
    row.case,
    String(row.bytesPerPost),
    shown(row.helios),
    shown(row.row),
    `${Math.round(row.ofRow * 100)} %`,
    shown(row.answer),
    shown(row.influx),
  ]);
  const table = [
    [
      "case",
      "bytes a POST",
      "Helios",
      "floor: one row",
      "of it",
      "floor: answer",
      "InfluxDB (line)",
    ],
    ...cells,
  ];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join("  "),
    );
  const [plain, packed] = [rows[0]!, rows[1]!];
  console.log(
    `\ngzip of plain (json, 4 connections): ${Math.round((packed.helios / plain.helios) * 100)} %, target 85 %; of the row floor: target 80 %; 3,600 points a POST: target 1,500,000`,
  );
  if (file !== undefined)
    writeFileSync(
      file,
      `${JSON.stringify({ machine: machineName(), rounds, posts, rows, raw: results }, null, 1)}\n`,
    );
}

function reportPace({ helios, row }: Paced, seconds: number): void {
  const of = (rounds: number[][], q: number): number => median(rounds.map((ms) => quantile(ms, q)));
  console.log(
    `\nMilliseconds to the answer at ${PACE_PER_SECOND} POST/s of 600 points, ${seconds} s a round, medians of ${helios.length} rounds`,
  );
  for (const [name, rounds] of [
    ["Helios", helios],
    ["floor: one row", row],
  ] as const)
    console.log(
      `${name.padEnd(16)} p50 ${of(rounds, 0.5).toFixed(1)}   p99 ${of(rounds, 0.99).toFixed(1)}`,
    );
  console.log(
    `p99 above the floor's: ${(of(helios, 0.99) - of(row, 0.99)).toFixed(1)} ms, target 15 ms`,
  );
}
