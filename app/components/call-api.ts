/** A call of a page's script to Helios' own /v1, with the session cookie. A refusal is a value; nothing is thrown. */
export type ApiAnswer<T> =
  | { ok: true; data: T }
  | {
      ok: false;
      status: number;
      code: string;
      message: string;
      /** What was refused, by field. */ errors: Record<string, string[]>;
    };

type Call = { method?: "GET" | "POST" | "PUT" | "PATCH"; body?: unknown; signal?: AbortSignal };

/** In the place of a status that promises a body which did not come. */
const NO_BODY = 502;

/** `offline` when no answer came; `server` when one came that is not JSON: something failed before Helios could say what. */
export async function callApi<T>(
  path: string,
  { method = "GET", body, signal }: Call = {},
): Promise<ApiAnswer<T>> {
  let status = 0;
  try {
    const headers = { accept: "application/json", "x-requested-with": "XMLHttpRequest" };
    const answer = await fetch(`/v1/${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    status = answer.ok ? NO_BODY : answer.status;
    const json = (await answer.json()) as T & Refusal;
    return answer.ok ? { ok: true, data: json } : failed(status, json);
  } catch (error) {
    // An answer that breaks off is lost, as one that never came is; what is whole and no JSON is a SyntaxError.
    return error instanceof SyntaxError ? failed(status) : failed(0, { error: "offline" });
  }
}

type Refusal = { error?: string; message?: string; errors?: Record<string, string[]> };

const failed = (
  status: number,
  { error = "server", message = "", errors = {} }: Refusal = {},
): ApiAnswer<never> => ({ ok: false, status, code: error, message, errors });
