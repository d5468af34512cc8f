/** What a deploy does and in which order; pure, so that a dry run can print it and a test can read it. */

export const ENVIRONMENTS = ["staging", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export type WorkerName = "ingest" | "live" | "jobs" | "web";
export const CONFIGS: Record<WorkerName, string> = {
  web: "wrangler.toml",
  ingest: "workers/ingest/wrangler.toml",
  live: "workers/live/wrangler.toml",
  jobs: "workers/jobs/wrangler.toml",
};

/** What Cloudflare accepts on every plan, as uploaded (gzip). */
export const MAX_COMPRESSED_BYTES = 3 * 1024 * 1024;

export type Secret = {
  worker: WorkerName;
  name: string;
  about: string;
  /** A deploy stops without it. */ isRequired: boolean;
};

/** Set once per environment (docs/deploy.md). Session tokens and sampler keys need none: they are random and kept as hashes. */
export const SECRETS: readonly Secret[] = [
  {
    worker: "web",
    name: "LINK_SECRET",
    about: "signs unsubscribe links, phone codes and the codes of screens",
    isRequired: true,
  },
  {
    worker: "jobs",
    name: "LINK_SECRET",
    about: "the web Worker's: signs the unsubscribe link of a notification that a job writes",
    isRequired: false,
  },
  { worker: "jobs", name: "MAIL_API_KEY", about: "of the HTTP mail service", isRequired: false },
  { worker: "jobs", name: "TWILIO_ACCOUNT_SID", about: "text messages", isRequired: false },
  { worker: "jobs", name: "TWILIO_AUTH_TOKEN", about: "text messages", isRequired: false },
  { worker: "jobs", name: "SAP_API_KEY", about: "SAP notifications", isRequired: false },
  {
    worker: "web",
    name: "ERROR_REPORT_KEY",
    about: "of the service that failures and traces go to",
    isRequired: false,
  },
  {
    worker: "jobs",
    name: "ERROR_REPORT_KEY",
    about: "of the service that failures and traces go to",
    isRequired: false,
  },
];

/** How a secret is set. */
export const putSecret = ({ worker, name }: Secret, environment: Environment): string =>
  `npx wrangler secret put ${name} --name ${scriptOf(worker, environment)}`;

/** What the person who deploys must give. */
export const DEPLOYER_SETTINGS = [
  {
    name: "CLOUDFLARE_API_TOKEN",
    about: "API token with edit rights for Workers, D1, R2 and Queues",
  },
  { name: "CLOUDFLARE_ACCOUNT_ID", about: "the account that owns them" },
  {
    name: "HELIOS_HOST",
    about: "the host name people open, e.g. helios.example.com; its zone must be in the account",
  },
] as const;

export type Resource = { about: string; check: string[]; create: string[] };

/** What must exist once, before the first deploy. */
export function resourcesOf(environment: Environment): Resource[] {
  const queue = (name: string): Resource => ({
    about: `queue ${name}`,
    check: ["queues", "info", name],
    create: ["queues", "create", name],
  });
  const bucket = `helios-series-${environment}`;
  const database = databaseOf(environment);
  return [
    {
      about: `D1 ${database}`,
      check: ["d1", "info", database, "--json"],
      create: ["d1", "create", database],
    },
    {
      about: `R2 bucket ${bucket}`,
      check: ["r2", "bucket", "info", bucket, "--json"],
      create: ["r2", "bucket", "create", bucket],
    },
    queue(`helios-jobs-${environment}`),
    queue(`helios-jobs-dead-${environment}`),
  ];
}

export const databaseOf = (environment: Environment): string => `helios-${environment}`;
export const scriptOf = (worker: WorkerName, environment: Environment): string =>
  `helios-${worker}-${environment}`;

export type Step =
  | { kind: "migrate" }
  /** `without` names bindings left out this once. */
  | { kind: "deploy"; worker: WorkerName; without: readonly string[] };

/**
 * Tables first (they are widened before they are narrowed, so the running code still fits). Then the
 * objects, then who calls them, the pages last. ingest and live each bind the other's objects, and
 * Cloudflare refuses a binding to a Worker that does not exist: so the very first time live goes up
 * once without its recorders.
 */
export function planDeploy(deployed: { live: boolean; ingest: boolean }): Step[] {
  const steps: Step[] = [{ kind: "migrate" }];
  if (!deployed.ingest && !deployed.live)
    steps.push({ kind: "deploy", worker: "live", without: ["RECORDER"] });
  const order: WorkerName[] = deployed.ingest
    ? ["live", "ingest", "jobs", "web"]
    : ["ingest", "live", "jobs", "web"];
  return [...steps, ...order.map((worker) => ({ kind: "deploy" as const, worker, without: [] }))];
}

export const describeStep = (step: Step, environment: Environment): string =>
  step.kind === "migrate"
    ? `migrate D1 ${databaseOf(environment)}`
    : `deploy ${scriptOf(step.worker, environment)}${step.without.length > 0 ? ` once without ${step.without.join(", ")}` : ""}`;
