import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { ingestNeighbour, liveNeighbour } from "#tests/setup/neighbours.ts";

/*
 * unit       plain Node: everything pure, use cases with fakes, rules of the house
 * workers*   inside workerd, one project per Worker, from its own wrangler.toml
 * e2e        a whole Helios as `npm start` runs it, driven from outside; needs the build
 * deploy     every Worker bundled as for Cloudflare; needs the build
 * faults     a whole Helios, killed at bad moments; needs the build
 */
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const migrations = await readD1Migrations(path("./migrations"));

const inNode = (
  name: string,
  test: NonNullable<Extract<TestProjectConfiguration, { test?: unknown }>["test"]>,
): TestProjectConfiguration => ({
  test: { name, environment: "node", ...test },
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
    setupFiles: [path("./tests/setup/migrate.ts")],
    // When a busy machine's test is given up, not how long one may take.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      inNode("unit", {
        include: ["{app,workers,scripts,simulator,bench}/**/*.test.{ts,tsx}", "tests/*.test.ts"],
        exclude: ["**/*.worker.test.ts"],
        globalSetup: [path("./tests/setup/databases.ts")],
        setupFiles: [path("./tests/setup/console-error.ts")],
        // Not how long a test may take, but when a busy machine's test is given up.
        testTimeout: 120_000,
        hookTimeout: 180_000,
      }),
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
        globalSetup: [path("./tests/setup/shared-helios.ts")],
        // Journeys take some ten seconds, a multiple of that on a busy machine; what hangs is told by Playwright's own 30 s.
        testTimeout: 300_000,
        hookTimeout: 420_000,
        fileParallelism: false,
      }),
      inNode("deploy", { include: ["tests/deploy/**/*.test.ts"], testTimeout: 60_000 }),
      inNode("faults", {
        include: ["tests/faults/**/*.test.ts"],
        testTimeout: 180_000,
        hookTimeout: 180_000,
        fileParallelism: false,
      }),
    ],
  },
});
