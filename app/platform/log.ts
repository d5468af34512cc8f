/**
 * One typed log line per event, as JSON, so that a line can be found by its words.
 * Never a key, token, password or address of a person.
 */
export type LogEvent =
  | { event: "ingest_refused"; code: string; samplerId?: number; detail?: string }
  | { event: "recorder_woke"; deviceId: number; logRows: number; ms: number }
  | {
      event: "recorder_sealed";
      deviceId: number;
      hour: string;
      rows: number;
      bytes: number;
      ms: number;
    }
  | {
      event: "recorder_packed";
      deviceId: number;
      from: string;
      hours: number;
      rows: number;
      bytes: number;
      ms: number;
    }
  | {
      event: "recorder_rolled";
      deviceId: number;
      level: string;
      from: string;
      bytes: number;
      ms: number;
    }
  | { event: "recorder_erased"; deviceId: number; key: string; bytes: number; ms: number }
  | { event: "recorder_retired"; deviceId: number; days: number; files: number; ms: number }
  | { event: "recorder_upkeep_failed"; deviceId: number; work: string; at: string; error: string }
  | { event: "recorder_object_unreadable"; deviceId: number; key: string; error: string }
  | { event: "recorder_clock_jumped"; deviceId: number; from: string; to: string }
  | { event: "clock_jumped"; from: string; to: string }
  | { event: "recorder_log_row_damaged"; deviceId: number; seq: number; receivedAt: string }
  | { event: "recorder_memory_damaged"; deviceId: number; name: string }
  | { event: "recorder_storage_lost"; deviceId: number; beforeMs: number }
  | {
      event: "recorder_moved";
      deviceId: number;
      to: number;
      samples: number;
      hours: number;
      ms: number;
    }
  | { event: "recorder_move_failed"; deviceId: number; error: string }
  | { event: "recorder_hour_not_moved"; deviceId: number; hour: string; error: string }
  | { event: "recorder_samples_not_moved"; deviceId: number; hour: string; samples: number }
  | { event: "recorder_config_loaded"; deviceId: number; version: number }
  | { event: "sap_protocol_failed"; deviceId: number; error: string }
  | { event: "form_refused"; intent: string; status: number; fields: string[] }
  | { event: "call_refused"; method: string; path: string; status: number; fields: string[] }
  | { event: "alarm_not_told"; deviceId: number; error: string }
  | { event: "publish_failed"; deviceId: number; metric: string; error: string }
  | { event: "socket_refused"; reason: string }
  | { event: "refusal_not_counted"; error: string }
  | {
      event: "sign_in_refused" | "access_denied";
      userId: number | null;
      /** The network address, as far as somebody can be believed. */
      from: string | null;
      route: string;
      reason?: string;
    }
  | { event: "hub_woke"; hub: string; sockets: number }
  | { event: "socket_closed"; hub: string; code: number; reason: string }
  | { event: "channel_evicted"; topic: string }
  | { event: "live_failed"; where: string; error: string }
  | {
      event: "request_failed";
      requestId: string;
      method: string;
      path: string;
      error: string;
      stack?: string;
    }
  | { event: "form_failed"; intent: string; error: string }
  | { event: "list_failed"; list: string; error: string }
  | { event: "replacement_not_finished"; deviceId: number; error: string }
  | { event: "config_push_failed"; deviceId: number; error: string }
  | { event: "job_done"; type: string; ms: number }
  | { event: "job_failed"; type: string; error: string }
  | { event: "job_abandoned"; queue: string; type: string }
  | ({ event: "cron_done"; cron: string; ms: number } & Record<
      | "sessions"
      | "tokens"
      | "signInFailures"
      | "addressThrottles"
      | "samplerKeys"
      | "rateLimits"
      | "phoneCodes"
      | "messages"
      | "apiTokens"
      | "pairings",
      number
    >)
  | { event: "silence_judged"; asked: number; failed: number; ms: number }
  | { event: "silence_not_judged"; deviceId: number; error: string }
  | { event: "burn_rates_kept"; machines: number; works: number; failed: number; ms: number }
  | { event: "maintenance_told"; told: number; ms: number }
  | {
      event: "prediction_learned";
      make: string;
      status: string;
      machines: number;
      examples: number;
    }
  | {
      event: "predictions_kept";
      days: number;
      left: number;
      told: number;
      untold: number;
      failed: number;
      ms: number;
    }
  | { event: "cron_failed"; cron: string; part: string; error: string };

const FAILURES = /_(?:failed|abandoned)$/;

export function log(entry: LogEvent): void {
  const line = JSON.stringify(entry, (name, value: unknown) =>
    typeof value === "string" && name !== "event" ? withoutSecrets(value) : value,
  );
  if (FAILURES.test(entry.event)) console.error(line);
  else console.log(line);
}

/** A text of a log line has at most so many characters: a stack, or the whole of a query. */
const MAX_TEXT_LENGTH = 8_000;
/** What the cut goes through is left out as well: half a secret would not be known as one. */
const MAX_CUT_WORD = 400;
/** The values of a failed query; they hold hashes and addresses. Up to the stack, if one follows. */
const QUERY_VALUES = /\nparams: [\s\S]*?(?=\n[ \t]+at |$)/;
/** Addresses of people; keys, tokens and hashes by their shape. Each begins where a word does, so that it takes linear time. */
const SECRETS =
  /(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+\.[\w.-]+|\b(?:hsk|hat|hdt|hek)_[\w-]+|\bscrypt\$\S+|(?<![\w-])[\w-]{40,}(?![\w-])/g;

/** A text without what may not be in a log: a reset link's path, an error that quotes its query. Cut before anything else. */
export const withoutSecrets = (text: string): string =>
  cut(text).replace(QUERY_VALUES, "").replace(SECRETS, "{}");

function cut(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  let end = MAX_TEXT_LENGTH;
  while (end > MAX_TEXT_LENGTH - MAX_CUT_WORD && /\S/.test(text.charAt(end - 1))) end--;
  return `${text.slice(0, end)}…`;
}

/** The text of anything thrown, for a log line or a report; what caused it comes with it. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return withoutSecrets(`${error.name}: ${error.message}`) + withoutSecrets(cause);
}
