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

/** `offline` when Helios was not reached. */
export async function callApi<T>(
  path: string,
  { method = "GET", body, signal }: Call = {},
): Promise<ApiAnswer<T>> {
  try {
    const headers = { accept: "application/json", "x-requested-with": "XMLHttpRequest" };
    const answer = await fetch(`/v1/${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    const json = (await answer.json()) as T & {
      error?: string;
      message?: string;
      errors?: Record<string, string[]>;
    };
    if (answer.ok) return { ok: true, data: json };
    return {
      ok: false,
      status: answer.status,
      code: json.error ?? "server",
      message: json.message ?? "",
      errors: json.errors ?? {},
    };
  } catch {
    return { ok: false, status: 0, code: "offline", message: "", errors: {} };
  }
}
