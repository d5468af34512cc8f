/**
 * `npm run deploy -- staging|production [--dry-run] [--create]`, explained in docs/deploy.md.
 *   --dry-run  builds and bundles every Worker, prints the plan and the sizes, talks to nobody
 *   --create   makes the D1, the bucket and the queues that are missing
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAll } from "./build.ts";
import { withConfigFile, type Facts } from "./deploy/config.ts";
import {
  CONFIGS,
  DEPLOYER_SETTINGS,
  ENVIRONMENTS,
  MAX_COMPRESSED_BYTES,
  SECRETS,
  putSecret,
  databaseOf,
  describeStep,
  planDeploy,
  resourcesOf,
  scriptOf,
  type Environment,
  type Step,
  type WorkerName,
} from "./deploy/plan.ts";
import { firstSuperuserSql } from "./deploy/first-superuser.ts";
import { dryRun, wrangler } from "./deploy/wrangler.ts";

/** Something the person can cure; printed without a stack. */
class DeployError extends Error {}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof DeployError ? error.message : error);
  process.exitCode = 1;
}

async function main(args: string[]): Promise<void> {
  const [name, ...flags] = args;
  const environment = ENVIRONMENTS.find((each) => each === name);
  const unknown = flags.find((flag) => flag !== "--dry-run" && flag !== "--create");
  if (!environment || unknown)
    throw new DeployError(
      `${unknown ? `There is no ${unknown}. ` : ""}Usage: npm run deploy -- staging|production [--dry-run] [--create]`,
    );
  if (flags.includes("--dry-run")) return rehearse(environment);

  const missing = DEPLOYER_SETTINGS.filter((setting) => !process.env[setting.name]);
  if (missing.length > 0)
    throw new DeployError(
      [
        "These must be set in the environment:",
        ...missing.map((setting) => `  ${setting.name}  ${setting.about}`),
      ].join("\n"),
    );

  await buildAll(console.log);
  await requireSmall(environment);
  await requireResources(environment, flags.includes("--create"));
  const facts = {
    databaseId: await findDatabaseId(environment),
    host: process.env.HELIOS_HOST as string,
  };
  const deployed = {
    live: await isDeployed("live", environment),
    ingest: await isDeployed("ingest", environment),
  };
  await requireSecrets(environment);
  for (const step of planDeploy(deployed)) {
    console.log(`\n${describeStep(step, environment)}`);
    await take(step, environment, facts);
  }
  console.log(`\nHelios runs at https://${facts.host}`);
  await greetFirstSuperuser(environment, facts);
}

async function rehearse(environment: Environment): Promise<void> {
  await buildAll(console.log);
  await requireSmall(environment);
  console.log(`\nmust exist (--create makes what is missing):`);
  for (const resource of resourcesOf(environment)) console.log(`  ${resource.about}`);
  console.log(`\nsecrets:`);
  for (const secret of SECRETS)
    console.log(
      `  ${putSecret(secret, environment)}\n      ${secret.isRequired ? "required" : "if used"}: ${secret.about}`,
    );
  for (const [title, deployed] of [
    ["first deploy", { live: false, ingest: false }],
    ["every later deploy", { live: true, ingest: true }],
  ] as const) {
    console.log(`\n${title}:`);
    for (const step of planDeploy(deployed)) console.log(`  ${describeStep(step, environment)}`);
  }
}

async function requireSmall(environment: Environment): Promise<void> {
  for (const worker of Object.keys(CONFIGS) as WorkerName[]) {
    const { compressedBytes } = await dryRun(worker, environment);
    console.log(
      `${scriptOf(worker, environment).padEnd(26)} ${(compressedBytes / 1024).toFixed(0).padStart(6)} KiB compressed`,
    );
    if (compressedBytes > MAX_COMPRESSED_BYTES)
      throw new DeployError(
        `${scriptOf(worker, environment)} is over 3 MiB compressed; Cloudflare would refuse it.`,
      );
  }
}

async function requireResources(environment: Environment, create: boolean): Promise<void> {
  // Tells a wrong token from a missing resource.
  const account = await wrangler(["d1", "list", "--json"]);
  if (!account.ok) throw new DeployError(`The account does not answer:\n${account.output}`);
  const missing = [];
  for (const resource of resourcesOf(environment))
    if (!(await wrangler(resource.check)).ok) missing.push(resource);
  if (missing.length > 0 && !create) {
    const lines = missing.map(
      (resource) => `  ${resource.about}: npx wrangler ${resource.create.join(" ")}`,
    );
    throw new DeployError(
      ["Not there yet (deploy with --create, or make them by hand):", ...lines].join("\n"),
    );
  }
  for (const resource of missing) {
    const said = await wrangler(resource.create, { show: true });
    if (!said.ok) throw new DeployError(`Could not create ${resource.about}.`);
  }
}

async function findDatabaseId(environment: Environment): Promise<string> {
  const said = await wrangler(["d1", "list", "--json"]);
  const start = said.output.indexOf("[");
  const databases = JSON.parse(said.output.slice(start, said.output.lastIndexOf("]") + 1)) as {
    uuid: string;
    name: string;
  }[];
  const found = databases.find((database) => database.name === databaseOf(environment));
  if (!found) throw new DeployError(`The account has no D1 named ${databaseOf(environment)}.`);
  return found.uuid;
}

const isDeployed = async (worker: WorkerName, environment: Environment): Promise<boolean> =>
  (await wrangler(["deployments", "list", "--name", scriptOf(worker, environment), "--json"])).ok;

async function requireSecrets(environment: Environment): Promise<void> {
  const missing: string[] = [];
  for (const secret of SECRETS.filter(({ isRequired }) => isRequired)) {
    const { output } = await wrangler([
      "secret",
      "list",
      "--name",
      scriptOf(secret.worker, environment),
      "--format",
      "json",
    ]);
    if (!output.includes(`"${secret.name}"`)) missing.push(`  ${putSecret(secret, environment)}`);
  }
  if (missing.length > 0)
    throw new DeployError(["These secrets are not set:", ...missing].join("\n"));
}

/** While nobody can sign in yet, prints a link that makes the first superuser. Each deploy makes a fresh one until it was used. */
async function greetFirstSuperuser(environment: Environment, { host }: Facts): Promise<void> {
  const execute = (args: string[]) =>
    wrangler(["d1", "execute", databaseOf(environment), "--remote", "--yes", ...args]);
  const asked = await execute(["--json", "--command", "SELECT count(*) AS users FROM users"]);
  if (!/"users":\s*0\b/.test(asked.output)) return;
  const { token, sql } = await firstSuperuserSql(Date.now());
  const folder = mkdtempSync(join(tmpdir(), "helios-deploy-"));
  try {
    const file = join(folder, "first-superuser.sql");
    writeFileSync(file, sql);
    const said = await execute(["--file", file]);
    if (!said.ok) throw new DeployError(`The set-up link could not be stored:\n${said.output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `No user yet. Make the first superuser here (once, within 7 days):\n  https://${host}/login/setup-account/${token}`,
  );
}

async function take(step: Step, environment: Environment, facts: Facts): Promise<void> {
  const worker = step.kind === "migrate" ? "web" : step.worker;
  const without = step.kind === "migrate" ? [] : step.without;
  const said = await withConfigFile(worker, environment, facts, without, (config) =>
    wrangler(
      step.kind === "migrate"
        ? [
            "d1",
            "migrations",
            "apply",
            databaseOf(environment),
            "--remote",
            "--config",
            config,
            "--env",
            environment,
          ]
        : ["deploy", "--minify", "--config", config, "--env", environment],
      { show: true },
    ),
  );
  if (!said.ok)
    throw new DeployError(
      `Failed: ${describeStep(step, environment)}. What came before it is deployed; cure the cause and deploy again.`,
    );
}
