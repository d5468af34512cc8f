/**
 * One typed log line per event, as JSON, so that a line can be found by its words.
 * Never a key, token, password or address of a person.
 */
export type LogEvent =
  | { event: "ingest_refused"; code: string; samplerId?: number; detail?: string }
  | { event: "recorder_woke"; deviceId: number; logRows: number; ms: number }
  | { event: "recorder_sealed"; deviceId: number; hour: string; rows: number; bytes: number; ms: number }
  | { event: "recorder_seal_failed"; deviceId: number; hour: string; error: string }
  | { event: "recorder_config_loaded"; deviceId: number; version: number }
  | { event: "publish_failed"; deviceId: number; metric: string; error: string }
  | { event: "socket_refused"; reason: string }
  | { event: "hub_woke"; hub: string; sockets: number }
  | { event: "socket_closed"; hub: string; code: number; reason: string }
  | { event: "channel_evicted"; topic: string }
  | { event: "live_failed"; where: string; error: string }
  | { event: "request_failed"; requestId: string; method: string; path: string; error: string; stack?: string }
  | { event: "config_push_failed"; deviceId: number; error: string }
  | { event: "job_done"; type: string; ms: number }
  | { event: "job_failed"; type: string; error: string }
  | { event: "job_abandoned"; queue: string; type: string }
  | ({ event: "cron_done"; cron: string; ms: number } & Record<
      "sessions" | "tokens" | "signInFailures" | "samplerKeys" | "rateLimits" | "phoneCodes" | "messages" | "apiTokens",
      number
    >)
  | { event: "cron_failed"; cron: string; error: string };

const FAILURES = /_(?:failed|abandoned)$/;

export function log(entry: LogEvent): void {
  const line = JSON.stringify(entry);
  if (FAILURES.test(entry.event)) console.error(line);
  else console.log(line);
}

/** The text of anything thrown, for a log line. */
export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
