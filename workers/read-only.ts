/** What is only read, whoever asks, beside endpoints of /v1. The one place that refuses every other method there. */
import type { WebEnv } from "#app/platform/env.ts";

const READ_METHODS = ["GET", "HEAD"];
/** Of Helios itself, Remix's list of pages, sockets (opened by GET), and files whose names change with their content. */
const READ_ONLY = /^\/(?:healthz|build|__manifest)$|^\/(?:socket|assets)\//;
/** A page's data has such an ending too, and takes forms. */
const DATA = /\.data$/;

/** 405 for what would change something that is only read, or null. `isFile`: its name has an ending. */
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
  return new Response(`${method.slice(0, 20)} is not offered here.`, {
    status: 405,
    headers: { allow: READ_METHODS.join(", ") },
  });
}
