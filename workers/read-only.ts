/** What is only read, whoever asks. The one place that refuses every other method there. */
import { CORS, preflightResponse } from "#app/platform/cors.ts";
import type { WebEnv } from "#app/platform/env.ts";

const READ_METHODS = ["GET", "HEAD"];
/** Of Helios itself, Remix's list of pages, sockets (opened by GET), and files whose names change with their content. */
const READ_ONLY = /^\/(?:(?:v1\/)?healthz|build|__manifest)$|^\/(?:socket|assets)\//;
/** A page's data has such an ending too, and takes forms. */
const DATA = /\.data$/;

/** 405 for what would change something that is only read (of /v1 OPTIONS tells what may be done), or null. `isFile`: its name has an ending. */
export async function refuseChange(
  { method, url }: Request,
  { ASSETS }: Pick<WebEnv, "ASSETS">,
  isFile: (pathname: string) => boolean,
): Promise<Response | null> {
  if (READ_METHODS.includes(method)) return null;
  const { pathname } = new URL(url);
  const isOnlyRead =
    READ_ONLY.test(pathname) ||
    (isFile(pathname) &&
      !DATA.test(pathname) &&
      (await ASSETS.fetch(new Request(url, { method: "HEAD" }))).status !== 404);
  if (!isOnlyRead) return null;
  if (pathname.startsWith("/v1/")) return refuseCall(method);
  return new Response(`${method.slice(0, 20)} is not offered here.`, {
    status: 405,
    headers: { allow: READ_METHODS.join(", ") },
  });
}

/** As every path of /v1 is answered: in JSON, to any site (CONTRACT §6). */
function refuseCall(method: string): Response {
  const requestId = crypto.randomUUID();
  const offered = [...READ_METHODS, "OPTIONS"];
  if (method === "OPTIONS") return preflightResponse(offered, requestId);
  const message = `${method.slice(0, 20)} is not offered here; ${READ_METHODS.join(", ")} are.`;
  return Response.json(
    { error: "method_not_allowed", message },
    { status: 405, headers: { ...CORS, allow: offered.join(", "), "X-Request-Id": requestId } },
  );
}
