/**
 * What an API token may do (CONTRACT §6). It acts as its user, within these scopes, and never reaches
 * accounts, people, sessions or credentials: what is not named here takes a session.
 */
export const API_SCOPES = [
  "read:machines",
  "read:series",
  "read:organizations",
  "write:machines",
  "write:samplers",
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

type Area = { read: ApiScope | null; write: ApiScope | null };

/** By the first part of a /v1 path. An endpoint that differs says so itself (`scope`). */
const AREAS: Record<string, Area> = {
  devices: { read: "read:machines", write: "write:machines" },
  events: { read: "read:machines", write: "write:machines" },
  comments: { read: "read:machines", write: "write:machines" },
  saved_questions: { read: "read:series", write: "write:machines" },
  annotations: { read: "read:series", write: "write:machines" },
  components: { read: "read:machines", write: null },
  maintenances: { read: "read:machines", write: "write:machines" },
  alarms: { read: "read:machines", write: "write:machines" },
  machine_states: { read: "read:machines", write: null },
  samplers: { read: "read:machines", write: "write:samplers" },
  available_sections: { read: "read:machines", write: null },
  default_mappings: { read: "read:machines", write: null },
  telemetry_definitions: { read: "read:machines", write: "write:samplers" },
  service_tiers: { read: "read:organizations", write: null },
  customers: { read: "read:organizations", write: null },
  facilities: { read: "read:organizations", write: null },
  telemetry_timeseries: { read: "read:series", write: null },
  anomalies: { read: "read:series", write: null },
  jobs: { read: "read:series", write: null },
  devices_timeseries: { read: "read:series", write: null },
  single_metric_average: { read: "read:series", write: null },
  // A file is read, also where what it holds is asked for in a body.
  reports: { read: "read:series", write: "read:series" },
  // Reads, but asks for too much to stand in an address.
  metric_averages: { read: "read:series", write: "read:series" },
};
/** Anywhere in a path. */
const SESSION_ONLY = new Set([
  "users",
  "login",
  "passwords",
  "sessions",
  "api_tokens",
  "service_accounts",
  "audit",
  "outbox",
  "account",
  "pendo",
]);

/** The scope that a token needs for an endpoint; null: no token will do. */
export function scopeOf(path: string, method: string): ApiScope | null {
  const parts = path.split("/").filter(Boolean).slice(1);
  if (parts.some((part) => SESSION_ONLY.has(part))) return null;
  const area = AREAS[parts[0] ?? ""];
  if (area === undefined) return null;
  return method === "GET" ? area.read : area.write;
}
