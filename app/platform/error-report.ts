/**
 * Failures and traces for an outside service, on only in staging and production and only with
 * ERROR_REPORT_URL set. One JSON POST each; a service that fails costs nothing but its report.
 * No key, token, address of a person or query leaves in it: paths are told by their shape.
 */
import { shapeOfPath } from "#app/domain/path-shape.ts";
import { errorText, withoutSecrets } from "./log.ts";

type Env = { HELIOS_MODE: string; ERROR_REPORT_URL?: string; ERROR_REPORT_KEY?: string };
export type Failure = { where: string; error: unknown; requestId?: string };
export type Trace = { method: string; path: string; status: number; ms: number };

const PATIENCE_MS = 3_000;
/** Spec 000 §9. */
const TRACE_RATES: Record<string, number> = { production: 0.3, staging: 1 };

export const isReporting = (env: Env): boolean =>
  env.HELIOS_MODE in TRACE_RATES && Boolean(env.ERROR_REPORT_URL);

/** `draw` is a number in [0, 1). */
export const isTraced = (env: Env, draw: number): boolean =>
  isReporting(env) && draw < (TRACE_RATES[env.HELIOS_MODE] ?? 0);

export const reportFailure = (env: Env, { where, error, requestId }: Failure): Promise<void> => {
  const stack =
    error instanceof Error && error.stack !== undefined
      ? withoutSecrets(error.stack).slice(0, 8_000)
      : undefined;
  return send(env, {
    type: "error",
    where: shapeOfPath(where),
    message: errorText(error),
    stack,
    request_id: requestId,
  });
};

export const reportTrace = (env: Env, { path, ...trace }: Trace): Promise<void> =>
  send(env, { type: "trace", path: shapeOfPath(path), ...trace });

async function send(env: Env, report: Record<string, unknown>): Promise<void> {
  if (!isReporting(env) || !env.ERROR_REPORT_URL) return;
  try {
    const key: Record<string, string> = env.ERROR_REPORT_KEY
      ? { authorization: `Bearer ${env.ERROR_REPORT_KEY}` }
      : {};
    const answer = await fetch(env.ERROR_REPORT_URL, {
      method: "POST",
      headers: { "content-type": "application/json", ...key },
      body: JSON.stringify({ ...report, environment: env.HELIOS_MODE }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
  } catch {
    // What failed is in the log already.
  }
}
