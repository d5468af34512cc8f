/** What a person may set by environment (CONTRACT §1). A wrong value is one clear line, not a stack. */
import { resolve } from "node:path";
import { parseRetention } from "#app/domain/series/retention.ts";
import { isLoopbackHost } from "#app/platform/loopback.ts";
import { ROOT } from "#scripts/build.ts";

export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  seed: "demo" | "empty";
  simulator: boolean;
  clockOffsetMs: number;
  /** As the ingest Worker's SERIES_RETENTION. */
  retention: string;
  /** Where workerd's inspector listens on this machine, to measure and profile; null: it does not. */
  inspectorPort: number | null;
  dev: boolean;
};

type Address = Pick<Settings, "host" | "port">;

export class SettingsError extends Error {}

const ALL_ADDRESSES = new Set(["0.0.0.0", "::"]);
/** What `localhost` reaches. */
const LOCALHOST = new Set(["127.0.0.1", "localhost", ...ALL_ADDRESSES]);

/** Where programs of this machine reach Helios: it may listen at one address only. */
export const ownOrigin = ({ host, port }: Address): string =>
  `http://${ALL_ADDRESSES.has(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`;

/** Where people of this machine open it, and where links lead. */
export const publicOrigin = (at: Address): string =>
  LOCALHOST.has(at.host) ? `http://localhost:${at.port}` : ownOrigin(at);

/** What is to be known of a Helios that other machines reach; null for one that only this machine does. */
export function openWarning({ host, port, seed }: Address & Pick<Settings, "seed">): string | null {
  if (isLoopbackHost(host)) return null;
  const where = ALL_ADDRESSES.has(host) ? `port ${port} of every address of this machine` : host;
  return [
    `Other machines reach Helios at ${where}, without TLS: passwords and keys pass in the clear.`,
    ...(seed === "demo" ? ["Everybody can know the password of the demo's accounts."] : []),
  ].join(" ");
}

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** Ports above 1023 that browsers open no page at, for others speak there. Source: Fetch standard, "bad port". */
const REFUSED_BY_BROWSERS = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
]);

export function readSettings(env: Record<string, string | undefined>, args: string[]): Settings {
  const port = Number(env.PORT || 4000);
  if (!isPort(port))
    throw new SettingsError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`);
  if (REFUSED_BY_BROWSERS.has(port))
    throw new SettingsError(`Browsers open no page at PORT ${port}; take another one.`);
  const seed = env.HELIOS_SEED || "demo";
  if (seed !== "demo" && seed !== "empty")
    throw new SettingsError(`HELIOS_SEED must be demo or empty, not "${seed}".`);
  const simulator = env.HELIOS_SIMULATOR || "on";
  if (simulator !== "on" && simulator !== "off")
    throw new SettingsError(`HELIOS_SIMULATOR must be on or off, not "${simulator}".`);
  const clockOffsetMs = Number(env.HELIOS_CLOCK_OFFSET_MS || 0);
  if (!Number.isSafeInteger(clockOffsetMs))
    throw new SettingsError(
      `HELIOS_CLOCK_OFFSET_MS must be a whole number of milliseconds, not "${env.HELIOS_CLOCK_OFFSET_MS}".`,
    );
  const inspectorPort = env.HELIOS_INSPECTOR_PORT ? Number(env.HELIOS_INSPECTOR_PORT) : null;
  if (inspectorPort !== null && !isPort(inspectorPort))
    throw new SettingsError(
      `HELIOS_INSPECTOR_PORT must be a number from 1 to 65535, not "${env.HELIOS_INSPECTOR_PORT}".`,
    );
  const retention = env.HELIOS_SERIES_RETENTION ?? "";
  try {
    parseRetention(retention);
  } catch {
    throw new SettingsError(
      `HELIOS_SERIES_RETENTION must be like {"default":{"rawDays":90,"minuteDays":730}}, not "${retention}".`,
    );
  }
  return {
    port,
    host: env.HELIOS_HOST || "127.0.0.1",
    dataDir: resolve(ROOT, env.HELIOS_DATA || ".data"),
    seed,
    simulator: simulator === "on" && seed === "demo",
    clockOffsetMs,
    retention,
    inspectorPort,
    dev: args.includes("--dev"),
  };
}
