import { isRouteErrorResponse, useRouteError } from "@remix-run/react";

export type FailureKind = "unauthorized" | "not_found" | "refused" | "server" | "offline";

/** What a thrown response or error means to the person in front of the page. */
export function useRouteFailure(): FailureKind {
  const error = useRouteError();
  if (isRouteErrorResponse(error)) {
    if (error.status === 401 || error.status === 403) return "unauthorized";
    if (error.status === 404) return "not_found";
    return error.status < 500 ? "refused" : "server";
  }
  const offline =
    error instanceof TypeError &&
    typeof navigator !== "undefined" &&
    typeof document !== "undefined";
  return offline && /fetch|network/i.test(error.message) ? "offline" : "server";
}
