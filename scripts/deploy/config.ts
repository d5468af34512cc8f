/**
 * The wrangler.toml of a Worker with the account's own facts put in. It is written beside the original,
 * because wrangler reads paths relative to it, and removed after use.
 */
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { experimental_readRawConfig as readRawConfig } from "wrangler";
import { ROOT } from "#scripts/build.ts";
import { CONFIGS, type Environment, type WorkerName } from "./plan.ts";

export type Facts = { databaseId: string; host: string };

type Named = { name?: string; binding?: string };
type EnvironmentConfig = {
  routes?: { pattern: string; custom_domain: boolean }[];
  vars: Record<string, string>;
  durable_objects?: { bindings: Named[] };
  services?: Named[];
  d1_databases?: (Named & { database_id: string })[];
};
export type RawConfig = { env: Record<Environment, EnvironmentConfig> };

/** Pure: the configuration with the facts in, and without the bindings named. */
export function withFacts(
  config: RawConfig,
  environment: Environment,
  facts: Facts,
  without: readonly string[],
): RawConfig {
  const own = config.env[environment];
  const kept = <T extends Named>(bindings: T[] | undefined): T[] =>
    (bindings ?? []).filter((each) => !without.includes(each.name ?? each.binding ?? ""));
  const changed: EnvironmentConfig = {
    ...own,
    vars:
      "PUBLIC_ORIGIN" in own.vars
        ? { ...own.vars, PUBLIC_ORIGIN: `https://${facts.host}` }
        : own.vars,
    durable_objects: { bindings: kept(own.durable_objects?.bindings) },
    services: kept(own.services),
    d1_databases: kept(own.d1_databases).map((database) => ({
      ...database,
      database_id: facts.databaseId,
    })),
  };
  if (own.routes) changed.routes = own.routes.map((route) => ({ ...route, pattern: facts.host }));
  return { ...config, env: { ...config.env, [environment]: changed } };
}

export const readConfigOf = (worker: WorkerName): RawConfig =>
  readRawConfig({ config: join(ROOT, CONFIGS[worker]) }).rawConfig as RawConfig;

/** Runs `use` with the path of the written configuration. */
export async function withConfigFile<T>(
  worker: WorkerName,
  environment: Environment,
  facts: Facts,
  without: readonly string[],
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(ROOT, dirname(CONFIGS[worker]), `.deploy-${environment}.json`);
  writeFileSync(
    path,
    JSON.stringify(withFacts(readConfigOf(worker), environment, facts, without), null, 2),
  );
  try {
    return await use(path);
  } finally {
    rmSync(path, { force: true });
  }
}
