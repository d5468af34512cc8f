import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { withFacts, readConfigOf } from "./config.ts";
import {
  CONFIGS,
  ENVIRONMENTS,
  describeStep,
  planDeploy,
  putSecret,
  resourcesOf,
  scriptOf,
  SECRETS,
  type WorkerName,
} from "./plan.ts";
import { readCompressedBytes } from "./wrangler.ts";
import { unstable_readConfig as readConfig } from "wrangler";

const workers = Object.keys(CONFIGS) as WorkerName[];
const facts = { databaseId: "11111111-2222-4333-8444-555555555555", host: "plant.test" };

describe("the order of a deploy", () => {
  const steps = (deployed: { live: boolean; ingest: boolean }) =>
    planDeploy(deployed).map((step) => describeStep(step, "staging"));

  test("the first time live goes up once without the recorders that do not exist yet", () => {
    expect(steps({ live: false, ingest: false })).toEqual([
      "migrate D1 helios-staging",
      "deploy helios-live-staging once without RECORDER",
      "deploy helios-ingest-staging",
      "deploy helios-live-staging",
      "deploy helios-jobs-staging",
      "deploy helios-web-staging",
    ]);
  });

  test("later the pages still go last, and nothing goes up twice", () => {
    expect(steps({ live: true, ingest: true })).toEqual([
      "migrate D1 helios-staging",
      "deploy helios-live-staging",
      "deploy helios-ingest-staging",
      "deploy helios-jobs-staging",
      "deploy helios-web-staging",
    ]);
  });

  test("a first deploy that broke off after live goes on with ingest", () => {
    expect(steps({ live: true, ingest: false })[1]).toBe("deploy helios-ingest-staging");
  });
});

type Resolved = {
  name: string;
  vars: Record<string, string>;
  durable_objects: { bindings: { name: string; class_name: string; script_name?: string }[] };
  services?: { binding: string; service: string }[];
  d1_databases: { binding: string; database_name: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
  queues: {
    producers?: { binding: string; queue: string }[];
    consumers?: { queue: string; dead_letter_queue?: string }[];
  };
  migrations: { tag: string }[];
  triggers: { crons?: string[] };
  assets?: { binding?: string };
};

describe.each(ENVIRONMENTS)("the wrangler.toml files for %s", (environment) => {
  const read = (worker: WorkerName, env?: string) =>
    readConfig({ config: CONFIGS[worker], env }) as Resolved;
  const bindings = (config: Resolved) => ({
    vars: Object.keys(config.vars).sort(),
    objects: config.durable_objects.bindings
      .map((each) => `${each.name}=${each.class_name}`)
      .sort(),
    services: (config.services ?? []).map((each) => each.binding).sort(),
    databases: config.d1_databases.map((each) => each.binding),
    buckets: config.r2_buckets.map((each) => each.binding),
    producers: (config.queues.producers ?? []).map((each) => each.binding),
    consumers: (config.queues.consumers ?? []).length,
    migrations: config.migrations.map((each) => each.tag),
    crons: config.triggers.crons,
    assets: config.assets?.binding,
  });

  test.each(workers)("%s binds what it binds locally", (worker) => {
    expect(bindings(read(worker, environment))).toEqual(bindings(read(worker)));
  });

  test("each Worker is named for the environment and calls only Workers of it", () => {
    const names = workers.map((worker) => scriptOf(worker, environment));
    expect(workers.map((worker) => read(worker, environment).name)).toEqual(names);
    for (const worker of workers) {
      const config = read(worker, environment);
      for (const { script_name: script } of config.durable_objects.bindings)
        if (script) expect(names).toContain(script);
      for (const { service } of config.services ?? []) expect(names).toContain(service);
      expect(config.vars.HELIOS_MODE).toBe(environment);
    }
  });

  test("everything it binds is in the list of what must exist", () => {
    const needed = new Set(
      resourcesOf(environment).map((resource) => resource.about.split(" ").at(-1)),
    );
    for (const worker of workers) {
      const config = read(worker, environment);
      const used = [
        ...config.d1_databases.map((each) => each.database_name),
        ...config.r2_buckets.map((each) => each.bucket_name),
        ...(config.queues.producers ?? []).map((each) => each.queue),
        ...(config.queues.consumers ?? []).flatMap((each) => [each.queue, each.dead_letter_queue]),
      ];
      for (const name of used) if (name) expect(needed).toContain(name);
    }
  });
});

describe("secrets", () => {
  const names = [...new Set(SECRETS.map(({ name }) => name))].sort();

  test("that a Worker reads are all in the list, and explained", () => {
    const read = [
      ...readFileSync("app/platform/env.ts", "utf8").matchAll(
        /\b([A-Z_]+_(?:KEY|SECRET|TOKEN|SID))\??: string/g,
      ),
    ].map(([, name]) => name);
    expect([...new Set(read)].sort()).toEqual(names);
    const docs = readFileSync("docs/deploy.md", "utf8");
    expect(names.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
  });

  test("are in no file of settings", () => {
    for (const config of Object.values(CONFIGS))
      expect(names.filter((name) => readFileSync(config, "utf8").includes(name))).toEqual([]);
  });

  test("without which nothing works stop a deploy", () => {
    expect(
      SECRETS.filter(({ isRequired }) => isRequired).map((secret) => putSecret(secret, "staging")),
    ).toEqual(["npx wrangler secret put LINK_SECRET --name helios-web-staging"]);
  });
});

describe("the account's own facts", () => {
  test("go into the host, the links and the database of one environment only", () => {
    const config = withFacts(readConfigOf("web"), "production", facts, []);
    expect(config.env.production.routes).toEqual([{ pattern: "plant.test", custom_domain: true }]);
    expect(config.env.production.vars.PUBLIC_ORIGIN).toBe("https://plant.test");
    expect(config.env.production.d1_databases?.[0]?.database_id).toBe(facts.databaseId);
    expect(config.env.staging).toEqual(readConfigOf("web").env.staging);
  });

  test("a binding can be left out", () => {
    const names = (without: string[]) =>
      withFacts(
        readConfigOf("live"),
        "staging",
        facts,
        without,
      ).env.staging.durable_objects?.bindings.map((each) => each.name);
    expect(names([])).toContain("RECORDER");
    expect(names(["RECORDER"])).not.toContain("RECORDER");
  });
});

test("the compressed size is read from what wrangler says", () => {
  expect(readCompressedBytes("Total Upload: 512.30 KiB / gzip: 128.50 KiB")).toBe(131_584);
  expect(readCompressedBytes("Total Upload: 9.1 MiB / gzip: 3.25 MiB")).toBe(3_407_872);
  expect(readCompressedBytes("something went wrong")).toBeNull();
});
