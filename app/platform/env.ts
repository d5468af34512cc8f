/** The bindings of each Worker, as its wrangler.toml declares them. */
import type { JobMessage } from "#app/domain/jobs.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import type {
  ChangePort,
  ChannelFeedPort,
  ChannelPort,
  HubControlPort,
  HubFeedPort,
} from "#app/domain/live/ports.ts";

/** A Durable Object stub whose class offers the port `P`. */
export type Stub<P> = DurableObjectStub & P;
/** A namespace whose objects offer the port `P`. */
export type Namespace<P> = Omit<DurableObjectNamespace, "get" | "getByName"> & {
  get(id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions): Stub<P>;
  getByName(name: string, options?: DurableObjectNamespaceGetDurableObjectOptions): Stub<P>;
};

type Shared = {
  /** "local" on one machine, else "staging" or "production". */
  HELIOS_MODE: "local" | "staging" | "production";
  /** Shifts Helios' own clock; local mode only (CONTRACT §1). */
  CLOCK_OFFSET_MS: string;
  /** The address that the local Helios listens on (README, Settings); deployed there is none. */
  HELIOS_HOST?: string;
  DB: D1Database;
};

export type WebEnv = Shared & {
  ASSETS: Fetcher;
  INGEST: Fetcher;
  LIVE: Fetcher;
  RECORDER: Namespace<RecorderPort>;
  SOCKET_HUB: Namespace<HubControlPort>;
  METRIC_CHANNEL: Namespace<ChangePort>;
  SERIES: R2Bucket;
  JOBS: Queue<JobMessage>;
  /** Scheme and host of absolute links, e.g. https://helios.example; locally the runner sets it. */
  PUBLIC_ORIGIN: string;
} & Partial<Signing & ErrorReports & UsageAgent>;

export type IngestEnv = Shared & {
  RECORDER: Namespace<RecorderPort>;
  METRIC_CHANNEL: Namespace<ChannelPort & ChangePort>;
  SOCKET_HUB: Namespace<HubControlPort>;
  JOBS: Queue<JobMessage>;
  SERIES: R2Bucket;
  /** Days that series are kept, by service tier: app/domain/series/retention.ts. */
  SERIES_RETENTION?: string;
  /** On one machine only: whether its disk has room for samples (workers/ingest/disk-room.ts). */
  DISK_ROOM?: Fetcher;
};

export type LiveEnv = Shared & {
  SOCKET_HUB: Namespace<HubFeedPort>;
  METRIC_CHANNEL: Namespace<ChannelFeedPort>;
  RECORDER: Namespace<RecorderPort>;
  PUBLIC_ORIGIN: string;
};

export type JobsEnv = Shared & {
  RECORDER: Namespace<RecorderPort>;
  SERIES: R2Bucket;
  JOBS: Queue<JobMessage>;
  PUBLIC_ORIGIN: string;
} & Partial<DeliverySettings & Signing & ErrorReports>;

/** How messages leave Helios (docs/deploy.md). Empty or left out: not that way. Local mode keeps them in the outbox. */
export type DeliverySettings = {
  /** Takes a JSON POST per mail, as Resend's does. */
  MAIL_API_URL: string;
  MAIL_API_KEY: string;
  /** `Helios <helios@example.com>` */
  MAIL_FROM: string;
  /** Cloudflare's own binding; used when no MAIL_API_URL is set. */
  MAIL: SendEmail;
  TWILIO_URL: string;
  TWILIO_ACCOUNT_SID: string;
  TWILIO_AUTH_TOKEN: string;
  TWILIO_FROM: string;
  /** Takes a JSON POST per notification of a facility whose SAP protocol is IP. */
  SAP_API_URL: string;
  SAP_API_KEY: string;
};

/** Signs what Helios hands out without storing it: one secret for all Workers, as one checks what another signed. Local mode draws its own. */
export type Signing = { LINK_SECRET: string };

/** Where failures and traces go; staging and production only. */
export type ErrorReports = { ERROR_REPORT_URL: string; ERROR_REPORT_KEY: string };

/** The usage-analytics agent that counts page views; staging and production only (usage-agent.ts). */
export type UsageAgent = { PENDO_AGENT: string; PENDO_HOSTS: string };

/** Helios' clock: the real one, shifted only in local mode. Unix milliseconds. */
export function nowMs(env: { HELIOS_MODE: string; CLOCK_OFFSET_MS: string }): number {
  // Read first: a test's clock stands still by an offset that it reckons as it is read, and must not be early.
  const offsetMs = env.HELIOS_MODE === "local" ? Number(env.CLOCK_OFFSET_MS || 0) : 0;
  return Date.now() + offsetMs;
}
