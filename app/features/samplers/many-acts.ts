/** An act on many mappings as the page goes through it: looked at, then done. Without React, so that its order is tested. */
import type { ApiAnswer } from "#app/components/call-api.ts";
import type { CsvRow } from "./mapping-csv.ts";
import type { ManyMappingsJson } from "./schemas.ts";

/** Where the rows come from, and what becomes of those whose keys are in use. */
export type ManyRequest = (
  | { mappings: readonly CsvRow[] }
  | { from_sampler_id: number }
  | { from_defaults: true }
) & { taken: "refuse" | "skip" };

export type ManyState =
  | { step: "idle" }
  /** `rows`: how many; null where the page does not know. */
  | { step: "busy"; does: "look" | "map"; rows: number | null }
  | { step: "looked"; request: ManyRequest; result: ManyMappingsJson }
  | { step: "done"; result: ManyMappingsJson }
  | { step: "failed"; request: ManyRequest; failure: ManyFailure };
/** In words under `many.failures`. */
export type ManyFailure =
  | "offline"
  | "conflict"
  | "too_large"
  | "gone"
  | "unsure"
  | "unread"
  | "other";

type Ports = {
  call: (
    body: ManyRequest & { dry_run: boolean },
  ) => Promise<ApiAnswer<{ data: ManyMappingsJson }>>;
  onState: (state: ManyState) => void;
  /** Mappings were written, also when nobody waits for the answer any more. */
  onWritten: () => void;
};

export function createManyActs({ call, onState, onWritten }: Ports) {
  let newest = 0;
  const send = async (request: ManyRequest, isTrial: boolean): Promise<ManyMappingsJson | null> => {
    const own = ++newest;
    const rows = "mappings" in request ? request.mappings.length : null;
    onState({ step: "busy", does: isTrial ? "look" : "map", rows });
    const answer = await call({ ...request, dry_run: isTrial });
    const result = answer.ok ? answer.data.data : null;
    if (result?.is_done) onWritten();
    // An answer to what was asked before is not the answer to what was asked last.
    if (own !== newest) return null;
    if (!answer.ok) onState({ step: "failed", request, failure: failureOf(answer, isTrial) });
    else if (result!.is_done) onState({ step: "done", result: result! });
    else onState({ step: "looked", request, result: result! });
    return result;
  };
  return {
    look: (request: ManyRequest) => send(request, true),
    apply: (request: ManyRequest) => send(request, false),
    reset: () => {
      newest++;
      onState({ step: "idle" });
    },
  };
}

/** An act whose answer was lost may have been done; a look changes nothing. */
function failureOf(
  { code, status }: { code: string; status: number },
  isTrial: boolean,
): ManyFailure {
  switch (code) {
    case "offline":
      return isTrial ? "offline" : "unsure";
    case "conflict":
    case "too_large":
      return code;
    case "not_found":
    case "forbidden":
    case "unauthenticated":
      return "gone";
    default:
      if (isTrial) return "unread";
      return status >= 500 ? "unsure" : "other";
  }
}
