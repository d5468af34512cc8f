/**
 * Builds what `npm start` serves: the Remix app (Vite) and one bundle per Worker (esbuild), with the
 * options of each wrangler.toml read once. Skipped when no source changed since the last build.
 */
import { build as esbuild } from "esbuild";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { compressAssets } from "./compress-assets.ts";
import { takeLock } from "./runner/exclusive-lock.ts";

export const ROOT = join(import.meta.dirname, "..");
export const OUT = join(ROOT, "build", "workers");
export const WORKERS = [
  { name: "helios-web", config: "wrangler.toml", entry: "workers/app.ts" },
  {
    name: "helios-ingest",
    config: "workers/ingest/wrangler.toml",
    entry: "workers/ingest/index.ts",
  },
  { name: "helios-live", config: "workers/live/wrangler.toml", entry: "workers/live/index.ts" },
  { name: "helios-jobs", config: "workers/jobs/wrangler.toml", entry: "workers/jobs/index.ts" },
] as const;

const LOCK_STEP_MS = 250;
/** Five minutes, for a busy machine. */
const LOCK_TRIES = 1_200;

const SOURCES = [
  "app",
  "workers",
  "public",
  "wrangler.toml",
  "vite.config.ts",
  "page-scripts.ts",
  "remix.config.js",
  "package-lock.json",
  "tsconfig.json",
  "scripts/build.ts",
  "scripts/compress-assets.ts",
];

/** Builds when needed. Answers whether anything was built. */
export async function buildAll(
  say: (line: string) => void = console.log,
  options: { force?: boolean; pages?: boolean } = {},
): Promise<boolean> {
  const unlock = await lock(say);
  try {
    return await buildMissing(say, options);
  } finally {
    unlock();
  }
}

async function buildMissing(
  say: (line: string) => void,
  options: { force?: boolean; pages?: boolean },
): Promise<boolean> {
  const { pages = true } = options;
  const stamp = join(OUT, pages ? "fingerprint" : "fingerprint-dev");
  const fingerprint = await fingerprintOf(SOURCES);
  if (!options.force && existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint)
    return false;
  mkdirSync(OUT, { recursive: true });
  rmSync(stamp, { force: true });
  if (pages) {
    say("building pages …");
    await run("remix", ["vite:build", "--logLevel", "warn"]);
    compressAssets(join(ROOT, "build", "client", "assets"));
  }
  say("building Workers …");
  await Promise.all(
    WORKERS.filter((worker) => pages || worker.name !== "helios-web").map((worker) =>
      bundle(worker),
    ),
  );
  await writeWorkerOptions();
  writeFileSync(stamp, fingerprint);
  return true;
}

/** One build at a time in one folder. Answers the unlock. The lock lies beside the build, which Remix removes and makes anew. */
async function lock(say: (line: string) => void): Promise<() => void> {
  const folder = join(ROOT, "node_modules", ".cache");
  const path = join(folder, "building");
  mkdirSync(folder, { recursive: true });
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    const taken = takeLock(path);
    if (taken) return () => taken.release();
    if (tries === 0) say("waiting for another build …");
    await new Promise((done) => setTimeout(done, LOCK_STEP_MS));
  }
  throw new Error(`Another build holds ${path}.`);
}

async function bundle(worker: (typeof WORKERS)[number]): Promise<void> {
  await esbuild({
    entryPoints: [join(ROOT, worker.entry)],
    outfile: join(OUT, `${worker.name}.js`),
    bundle: true,
    format: "esm",
    target: "es2023",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser", "import", "production"],
    external: ["cloudflare:*", "node:*"],
    define: { "process.env.NODE_ENV": '"production"' },
    tsconfig: join(ROOT, "tsconfig.json"),
    sourcemap: true,
    minifySyntax: true,
    logLevel: "error",
    absWorkingDir: ROOT,
  });
}

/** wrangler takes a second to load: its reading of the four files is kept beside the bundles. */
async function writeWorkerOptions(): Promise<void> {
  const { unstable_getMiniflareWorkerOptions: read } = await import("wrangler");
  const all = WORKERS.map((worker) => {
    const { workerOptions } = read(join(ROOT, worker.config));
    const {
      modulesRules: _rules,
      rootPath: _root,
      ...rest
    } = workerOptions as Record<string, unknown>;
    return { name: worker.name, options: rest };
  });
  writeFileSync(join(OUT, "options.json"), JSON.stringify(all));
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(ROOT, "node_modules", ".bin", command), args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${command} ${args.join(" ")} failed:\n${output.slice(0, 2000)}`)),
    );
  });
}

async function fingerprintOf(sources: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources)
    for (const file of filesUnder(join(ROOT, source)))
      hash.update(relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const built = await buildAll(console.log, { force: process.argv.includes("--force") });
  console.log(built ? "built" : "nothing changed");
}
