/**
 * Points per second over HTTP, posted as samplers do: 600 points a POST (60 metrics for 10 s), one and
 * eight connections (a machine each), JSON and line protocol, plain and gzip. Beside every figure its
 * floors in the same run: a Worker of the same topology that only answers, and one that also writes the
 * bytes as one row. Targets take turns within a round, in an order that rotates; medians are shown.
 *
 * Clients and servers share the machine. Bodies are made before the clock runs.
 */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { call, startHelios } from "./_helios.ts";
import { makeBodies, POINTS_PER_POST, postAll, type Target, type Wire } from "./_ingest-load.ts";

export const about = "points per second into Helios, beside a Worker that only answers and one that writes one row";

const MAX_MACHINES = 8;
const TARGETS = ["helios", "row", "answer"] as const;
type TargetName = (typeof TARGETS)[number];
type Case = { wire: Wire; gzip: boolean; connections: number };
type Result = Case & { name: string; bytesPerPost: number; pointsPerSecond: Record<TargetName, number[]> };

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "7" }, posts: { type: "string", default: "200" }, json: { type: "string" } },
  });
  const [rounds, posts] = [Number(values.rounds), Number(values.posts)];
  if (!(rounds >= 1 && rounds <= 100) || !(posts >= 8 && posts <= 10_000)) throw new Error("--rounds takes 1 to 100, --posts 8 to 10000");

  const floor = fork(join(import.meta.dirname, "_ingest-floor.ts"));
  const helios = await startHelios();
  try {
    const floorPort = await new Promise<number>((resolve, reject) => {
      floor.once("message", (port) => resolve(port as number));
      floor.once("exit", () => reject(new Error("the floor did not start")));
    });
    const keys = await createSamplers(helios.origin);
    const targetOf = (name: TargetName, { wire, gzip }: Case, machine: number): Target => {
      const headers = {
        Authorization: `${wire === "json" ? "Bearer" : "Token"} ${keys[machine]!}`,
        "Content-Type": wire === "json" ? "application/json" : "text/plain; charset=utf-8",
        ...(gzip ? { "Content-Encoding": "gzip" } : {}),
      };
      if (name === "helios") return { port: Number(new URL(helios.origin).port), path: wire === "json" ? "/ingest/v1/batches" : "/api/v2/write?precision=ms", headers }; // prettier-ignore
      return { port: floorPort, path: `/${name}?machine=${machine}`, headers };
    };
    const results = await measure({ rounds, posts, targetOf });
    report(results, rounds, posts, values.json);
  } finally {
    floor.disconnect();
    await helios.stop();
  }
}

const CASES: Case[] = [1, MAX_MACHINES].flatMap((connections) =>
  (["json", "line"] as const).flatMap((wire) => [false, true].map((gzip) => ({ wire, gzip, connections }))),
);

async function measure({
  rounds,
  posts,
  targetOf,
}: {
  rounds: number;
  posts: number;
  targetOf: (name: TargetName, each: Case, machine: number) => Target;
}): Promise<Result[]> {
  const results = CASES.map((each): Result => ({
    ...each,
    name: nameOf(each),
    bytesPerPost: 0,
    pointsPerSecond: { helios: [], row: [], answer: [] },
  }));
  // Every body is of its own ten seconds: what was sent before would be a duplicate.
  let cursorMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 20 * 86_400_000;
  for (let round = -1; round < rounds; round += 1) {
    for (const result of results) {
      const perConnection = Math.ceil(posts / result.connections);
      const bodies = Array.from({ length: result.connections }, (_, machine) =>
        makeBodies({ ...result, posts: perConnection, seed: machine + 1, startMs: cursorMs }),
      );
      cursorMs += perConnection * 10_000;
      result.bytesPerPost = Math.round(bodies[0]!.reduce((sum, body) => sum + body.length, 0) / perConnection);
      for (let turn = 0; turn < TARGETS.length; turn += 1) {
        const name = TARGETS[(turn + round + 1) % TARGETS.length]!;
        const startedAt = performance.now();
        await Promise.all(bodies.map((own, machine) => postAll(targetOf(name, result, machine), own)));
        const seconds = (performance.now() - startedAt) / 1000;
        // The first round only warms up.
        if (round >= 0) result.pointsPerSecond[name].push((perConnection * result.connections * POINTS_PER_POST) / seconds);
      }
    }
    process.stderr.write(round < 0 ? "warm " : `${round + 1} `);
  }
  process.stderr.write("\n");
  return results;
}

const nameOf = ({ wire, gzip, connections }: Case): string =>
  `${wire}${gzip ? " gzip" : ""}, ${connections} connection${connections === 1 ? "" : "s"}`;

/** A sampler on each of eight machines. */
async function createSamplers(origin: string): Promise<string[]> {
  const { data: session } = await call<{ data: { token: string } }>(`${origin}/v1/login`, {
    email: "superuser@helios.example",
    password: "Helios-Demo-2026",
  });
  const answer = await fetch(`${origin}/v1/devices`, { headers: { authorization: `Bearer ${session.token}` } });
  const devices = ((await answer.json()) as { data: { id: number }[] }).data.slice(0, MAX_MACHINES);
  if (devices.length < MAX_MACHINES) throw new Error(`the demo fleet has fewer than ${MAX_MACHINES} machines`);
  const keys: string[] = [];
  for (const { id } of devices) {
    const sampler = { device_id: id, name: "Bench", spec: "HttpBatch", only_mapped_tags: false };
    keys.push((await call<{ data: { key: string } }>(`${origin}/v1/samplers`, sampler, session.token)).data.key);
  }
  return keys;
}

const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

function report(results: Result[], rounds: number, posts: number, file: string | undefined): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}`;
  const rows = results.map((result) => {
    const [helios, row, answer] = TARGETS.map((name) => Math.round(median(result.pointsPerSecond[name]))) as [number, number, number];
    return { case: result.name, bytesPerPost: result.bytesPerPost, helios, row, answer, ofRow: helios / row, ofAnswer: helios / answer };
  });
  console.log(`Points per second, ${POINTS_PER_POST} a POST, ${posts} POSTs a turn, median of ${rounds} rounds, on ${machine}\n`);
  const cells = rows.map((row) => [row.case, String(row.bytesPerPost), ...[row.helios, row.row, row.answer].map((value) => value.toLocaleString("en-US")), ...[row.ofRow, row.ofAnswer].map((value) => `${Math.round(value * 100)} %`)]); // prettier-ignore
  const table = [["case", "bytes a POST", "Helios", "floor: one row", "floor: answer", "of row", "of answer"], ...cells];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table) console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join("  ")); // prettier-ignore
  if (file !== undefined)
    writeFileSync(file, `${JSON.stringify({ machine, rounds, posts, pointsPerPost: POINTS_PER_POST, rows, raw: results }, null, 1)}\n`);
}
