/** Why a question of /v1 was not answered, as a key of the texts: people read no status numbers, and /v1 speaks English. */
export type FailureReason =
  | "offline"
  | "signedOut"
  | "forbidden"
  | "gone"
  | "refused"
  | "tooMany"
  | "server";

/** `status`: of HTTP; 0 when Helios was not reached. */
export function whyFailed({ status }: { status: number }): FailureReason {
  if (status === 0) return "offline";
  if (status === 401) return "signedOut";
  if (status === 403) return "forbidden";
  if (status === 404) return "gone";
  if (status === 429) return "tooMany";
  return status < 500 ? "refused" : "server";
}
