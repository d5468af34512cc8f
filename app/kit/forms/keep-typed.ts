/**
 * The `clientAction` of a page or resource route with forms: when Helios cannot be reached, fails, or the session has
 * ended, the form says so and what was typed stays. Without it the page's error boundary takes the form's place. The
 * route and the routes around it that load data also say that nothing is read again then, which would fail as well.
 *
 *     export const clientAction = keepTyped;
 *     export const shouldRevalidate = readAgainUnlessLost;
 */
import { isRouteErrorResponse, type ClientActionFunctionArgs } from "@remix-run/react";
import type { Problem } from "#app/domain/problems.ts";
import { LOST } from "./read-again.ts";
import { refuseSent } from "./refuse-sent.ts";

/** Where the guards send whoever has no session (app/pages/guards.server.ts). */
const SIGN_IN = /^\/login(?:\?|$)/;
/** Refused before it was parsed; the page's own failure screen says it better than a form. */
const isOurFault = (status: number): boolean => status >= 500 || status === 429 || status === 408;

export async function keepTyped({ request, serverAction }: ClientActionFunctionArgs) {
  // In the browser: what this page itself is about to send.
  // eslint-disable-next-line no-restricted-syntax
  const sent = await request.clone().formData();
  try {
    return await serverAction<unknown>();
  } catch (error) {
    const problem = problemOfFailure(error);
    const answer = problem && refuseSent(sent, problem);
    if (answer === null) throw error;
    return Response.json(answer, { status: LOST });
  }
}

function problemOfFailure(error: unknown): Problem | null {
  if (error instanceof Response) return isToSignIn(error) ? { code: "session_ended" } : null;
  if (isRouteErrorResponse(error)) return isOurFault(error.status) ? { code: "server" } : null;
  // What fetch throws when nobody answers; an Error of the server has no other name than Error.
  return { code: error instanceof TypeError ? "offline" : "server" };
}

/** Whether what was asked for leads to the sign-in, as there is no session any more. */
export const isToSignIn = ({ headers }: Response): boolean =>
  SIGN_IN.test(headers.get("Location") ?? "");
