import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { findAlone, UNIT_TESTS } from "#tests/alone.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { ingestNeighbour, liveNeighbour } from "#tests/setup/neighbours.ts";

/*
 * unit*      plain Node: everything pure, use cases with fakes, rules of the house
 * workers*   inside workerd, one project per Worker, from its own wrangler.toml
 * e2e        a whole Helios as `npm start` runs it, driven from outside; needs the build
 * deploy     every Worker bundled as for Cloudflare; needs the build
 * faults     a whole Helios, killed at bad moments; needs the build
 */
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
/** When a test is given up as hung, on a machine with much else to do; not how long it may take. */
const HUNG_MS = 400_000;
/** A journey waits up to two minutes (tests/limits.ts) more than once. */
const HUNG_JOURNEY_MS = 600_000;
/** Packages of many files whose things are told apart by what they hold, not by their class: a second copy of one does no harm. */
const READ_AS_ONE = ["drizzle-orm", "drizzle-orm/d1", "drizzle-orm/sqlite-core", "zod"];
const alone = findAlone();
const migrations = await readD1Migrations(path("./migrations"));

const inNode = (
  name: string,
  test: NonNullable<Extract<TestProjectConfiguration, { test?: unknown }>["test"]>,
): TestProjectConfiguration => ({
  test: { name, environment: "node", expect: { poll: { timeout: GIVE_UP_MS } }, ...test },
});

const unit = (name: string, test: Parameters<typeof inNode>[1]): TestProjectConfiguration =>
  inNode(name, {
    globalSetup: [path("./tests/setup/databases.ts")],
    setupFiles: [path("./tests/setup/console-error.ts")],
    testTimeout: HUNG_MS,
    hookTimeout: HUNG_MS,
    // Vitest leaves one core free, which on two cores is half of the machine.
    maxWorkers: Math.max(2, availableParallelism()),
    // A test's process would read some 200 files of these each time anew: one file of each is made for the run.
    deps: { optimizer: { ssr: { enabled: true, include: READ_AS_ONE } } },
    ...test,
  });

const inWorkerd = (
  worker: "ingest" | "live" | "jobs",
  include: string[],
  neighbours: (typeof liveNeighbour)[],
): TestProjectConfiguration => ({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: path(`./workers/${worker}/wrangler.toml`) },
      miniflare: { bindings: { TEST_MIGRATIONS: migrations }, workers: neighbours },
    }),
  ],
  test: {
    name: worker === "ingest" ? "workers" : `workers-${worker}`,
    include,
    // A workerd for each file took half of the part's time; tests/setup/migrate.ts keeps them apart.
    isolate: false,
    setupFiles: [path("./tests/setup/migrate.ts")],
    testTimeout: HUNG_MS,
    hookTimeout: HUNG_MS,
    expect: { poll: { timeout: GIVE_UP_MS } },
  },
});

export default defineConfig({
  test: {
    projects: [
      // React, Remix and the tables of the database are loaded once for all files, not once for each.
      unit("unit", {
        include: UNIT_TESTS,
        exclude: ["**/*.worker.test.ts", ...alone],
        isolate: false,
        setupFiles: [path("./tests/setup/as-found.ts"), path("./tests/setup/console-error.ts")],
        sequence: { setupFiles: "list" },
      }),
      unit("unit-alone", { include: alone }),
      // Use cases and storage against a real D1 and R2 run beside the ingest Worker, which has both.
      inWorkerd(
        "ingest",
        ["workers/ingest/**/*.worker.test.ts", "app/**/*.worker.test.ts"],
        [liveNeighbour],
      ),
      inWorkerd("live", ["workers/live/**/*.worker.test.ts"], [ingestNeighbour]),
      inWorkerd("jobs", ["workers/jobs/**/*.worker.test.ts"], [ingestNeighbour]),
      inNode("e2e", {
        include: ["tests/e2e/**/*.test.ts"],
        globalSetup: [path("./tests/setup/demo-folder.ts"), path("./tests/setup/shared-helios.ts")],
        setupFiles: [path("./tests/setup/keep-evidence.ts")],
        testTimeout: HUNG_JOURNEY_MS,
        hookTimeout: HUNG_JOURNEY_MS,
        isolate: false, // journeys mock nothing, and loading the same for each file costs half a second of it
        // Two files at once, each with a Helios of its own: a journey waits more than it works.
        maxWorkers: 2,
      }),
      inNode("deploy", { include: ["tests/deploy/**/*.test.ts"], testTimeout: HUNG_MS }),
      inNode("faults", {
        include: ["tests/faults/**/*.test.ts"],
        globalSetup: [path("./tests/setup/demo-folder.ts")],
        setupFiles: [path("./tests/setup/keep-logs.ts")],
        testTimeout: HUNG_JOURNEY_MS,
        hookTimeout: HUNG_JOURNEY_MS,
        isolate: false,
        fileParallelism: false,
      }),
    ],
  },
});
