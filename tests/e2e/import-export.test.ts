/** A customer's history goes in by `npm run import`, killed and started again in the middle, and comes out by `npm run export` as it was. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSampler, listDevices, signIn, type Device } from "#tests/api.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { origin } = sharedHelios();
const folder = mkdtempSync(join(tmpdir(), "helios-import-"));
const ROWS = 30_000;
const METRICS = [
  "import_speed",
  "import_count",
  "import_level",
  "import_flag",
  "import_order",
  "import_a",
  "import_b",
  "import_c",
];
const startMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 30 * 86_400_000;
const endMs = startMs + ROWS * 1000;
const iso = (ms: number) => new Date(ms).toISOString();

/** What a row's column holds, null for nothing. */
function valueAt(metric: string, row: number): number | string | null {
  switch (metric) {
    case "import_speed":
      return Math.round(1800 + 200 * Math.sin(row / 40)) / 10;
    case "import_count":
      return 120_000 + row * 3;
    case "import_level":
      return 41 + Math.sin(row / 7) / 3;
    case "import_flag":
      return row % 97 === 0 ? 1 : 0;
    case "import_order":
      return row % 500 === 0 ? `A-${row}, "left"` : null;
    default:
      return row % 11 === 0 ? null : row / 8;
  }
}
const expected = METRICS.map((metric) =>
  Array.from({ length: ROWS }, (_, row) => valueAt(metric, row)),
);
const samples = expected.flat().filter((value) => value !== null).length;

let token: string;
let machine: Device;
let key: string;

beforeAll(async () => {
  token = await signIn(origin, "superuser@helios.example");
  machine = (await listDevices(origin, token)).at(-1)!;
  key = (await createSampler(origin, token, machine.id, "History")).key;
  const field = (value: number | string | null) =>
    typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : (value ?? "");
  const lines = Array.from({ length: ROWS }, (_, row) =>
    [iso(startMs + row * 1000), ...expected.map((column) => field(column[row]!))].join(),
  );
  writeFileSync(
    join(folder, "history.csv"),
    `${["time", ...METRICS].join()}\n${lines.join("\n")}\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(ROOT, "scripts", script), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
  return { ended, kill9: () => child.kill("SIGKILL") };
}
const importFrom = (file: string, to = machine.serial_number, at = origin) =>
  run(
    "import.ts",
    "--origin",
    at,
    "--device",
    to,
    "--key",
    key,
    file.endsWith(".csv") ? "--csv" : "--parquet",
    join(folder, file),
  );
const exportTo = (file: string, ...args: string[]) =>
  run(
    "export.ts",
    "--origin",
    origin,
    "--device",
    String(machine.id),
    `--token=${token}`,
    "--metrics",
    METRICS.join(),
    "--from",
    iso(startMs),
    "--to",
    iso(endMs),
    "--out",
    join(folder, file),
    ...args,
  );

/** A way to Helios that answers so many batches and keeps the next one waiting, until `release` lets all pass. */
async function openWayFor(batches: number) {
  let left = batches;
  const way = createServer((request, response) => {
    const isBatch = request.method === "POST" && request.url === "/ingest/v1/batches";
    if (isBatch && left-- <= 0) return;
    const { host: _, ...headers } = request.headers;
    const forward = ask(
      new URL(request.url!, origin),
      { method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(forward);
  });
  await new Promise<void>((done) => way.listen(0, "127.0.0.1", done));
  return {
    at: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    release: () => void (left = Infinity),
    close: () => (way.close(), way.closeAllConnections()),
  };
}

test("an import that is killed goes on where it was, and every sample is stored once", async () => {
  const state = join(folder, "history.csv.import-state.json");
  const stored = () =>
    existsSync(state)
      ? (JSON.parse(readFileSync(state, "utf8")) as { progress: { batches: number } }).progress
          .batches
      : 0;
  const way = await openWayFor(3);
  const first = importFrom("history.csv", machine.serial_number, way.at);
  await vi.waitFor(() => expect(stored()).toBe(3), GIVE_UP_MS);
  first.kill9();
  expect((await first.ended).code).toBeNull();
  way.release();
  expect(stored()).toBe(3);

  const { code, output } = await importFrom("history.csv", machine.serial_number, way.at).ended;
  way.close();
  expect([code, output]).toEqual([0, expect.stringMatching(/going on after line [\d,]+/)]);
  const [, accepted, duplicate, rejected] = (
    /^accepted ([\d,]+), duplicate ([\d,]+), rejected ([\d,]+)$/m.exec(output) ?? []
  ).map((text) => Number(text.replaceAll(",", "")));
  expect([accepted! + duplicate!, rejected]).toEqual([samples, 0]);
  // At most what was on its way when it was killed came twice.
  expect(duplicate).toBeLessThanOrEqual(21_000);
  expect(existsSync(state)).toBe(false);
});

test("an export has what was imported, and an import of it adds nothing", async () => {
  for (const file of ["out.csv", "out.parquet"]) {
    const { code, output } = await exportTo(file, "--time-zone", "America/Chicago").ended;
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(
        `${ROWS.toLocaleString("en-US")} rows, ${samples.toLocaleString("en-US")} samples of 8 metrics`,
      ),
    ]);
    const again = await importFrom(file).ended;
    expect([again.code, again.output]).toEqual([
      0,
      expect.stringContaining(
        `accepted 0, duplicate ${samples.toLocaleString("en-US")}, rejected 0`,
      ),
    ]);
  }
  const [header, ...lines] = readFileSync(join(folder, "out.csv"), "utf8").trimEnd().split("\n");
  expect(header).toBe(["time", ...METRICS].join());
  expect(lines).toHaveLength(ROWS);
  lines.forEach((line, row) => {
    const [, time, rest] = /^([^,]+),(.*)$/.exec(line)!;
    const field = (value: number | string | null) =>
      typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : String(value ?? "");
    const own = expected.map((column) => field(column[row]!)).join();
    if (Date.parse(time!) !== startMs + row * 1000 || rest !== own || !/-0[56]:00$/.test(time!))
      throw new Error(`row ${row} is ${line}, not ${own}`);
  });
});

test("what a person got wrong is one line", async () => {
  writeFileSync(join(folder, "bad.csv"), "stamp,a\n1,2\n");
  const wrong = [
    [
      importFrom("bad.csv"),
      'The file has no column "time"; it has "stamp", "a". Name the column of times with --time-column.',
    ],
    [importFrom("none.csv"), `There is no file ${join(folder, "none.csv")}.`],
    [
      importFrom("history.csv", "NO-SUCH"),
      `The key is of machine ${machine.serial_number} (id ${machine.id}), not of NO-SUCH.`,
    ],
    [
      exportTo("x.csv", "--token", "hat_wrong"),
      `Helios at ${origin} refuses the token (401); take a new API token (hat_…) or session.`,
    ],
    [
      exportTo("x.csv", "--metrics", "nothing_such"),
      `${machine.serial_number} has no nothing_such; it has `,
    ],
    [exportTo("x.csv", "--device", "NO-SUCH"), "Helios answers 404: There is no such machine."],
    [
      exportTo("x.csv", "--origin", "http://127.0.0.1:1"),
      "Helios does not answer at http://127.0.0.1:1: ",
    ],
  ] as const;
  for (const [program, message] of wrong) {
    const { code, output } = await program.ended;
    expect([code, output.trimEnd().split("\n").length, output]).toEqual([
      1,
      1,
      expect.stringContaining(message),
    ]);
  }
  expect(existsSync(join(folder, "x.csv"))).toBe(false);
});
