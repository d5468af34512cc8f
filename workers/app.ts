/**
 * The web Worker and the one front door: sampler wires go to helios-ingest, sockets to helios-live,
 * files to the assets, everything else to Remix. Security headers are set here, once, for all of it.
 */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/cloudflare";
// @ts-ignore -- written by the Remix build; absent on a fresh clone
import * as build from "../build/server/index.js";
import { AppError } from "#app/domain/errors.ts";
import { namesHost } from "#app/platform/host.ts";
import { isFromElsewhere, withHostOfOrigin, withNamedOrigin } from "#app/platform/origin.ts";
import type { WebEnv } from "#app/platform/env.ts";
import { isTraced, reportFailure, reportTrace } from "#app/platform/error-report.ts";
import { withCors } from "#app/platform/cors.ts";
import { askHealth } from "#app/platform/health.ts";
import { errorText, log } from "#app/platform/log.ts";
import { discardBody } from "#app/platform/read-body.ts";
import { usageHosts } from "#app/platform/usage-agent.ts";
import { newNonce, withSecurityHeaders } from "./security-headers.ts";
import { refuseTooLong } from "./door-limits.ts";
import { compressLocally } from "./compressed-pages.ts";
import { refuseChange } from "./read-only.ts";
import { serveHashedAsset } from "./hashed-assets.ts";
import { answerSampleData } from "./sample-data.ts";

const built = build as unknown as ServerBuild;
/** From the build itself, whose modules know the session of a request already. */
const { withPageRules, takesForm } = built.entry.module as unknown as {
  withPageRules: (routes: ServerBuild["routes"]) => ServerBuild["routes"];
  takesForm: (routes: ServerBuild["routes"], url: URL) => boolean;
};
const pages: ServerBuild = { ...built, routes: withPageRules(built.routes) };
const handlePage = createRequestHandler(pages, "production");
/** /v1 is one route that finds its own way; Remix would rank all routes of the app first, which costs more than most answers. */
const api = pages.routes["routes/v1.$"]!.module;

/** The sampler wires and what InfluxDB's clients look for; the ingest Worker answers what it does not know there. */
const INGEST_PATH = /^\/(?:ingest|api|write|query|health|ping)(?:\/|$)/;
const FILE = /\.[a-z0-9]{2,11}$/i;
const isFile = (pathname: string): boolean => FILE.test(pathname) && !pathname.startsWith("/v1/");
const READ_METHODS = ["GET", "HEAD"];
/** Forms are sent by POST. */
const PAGE_METHODS = [...READ_METHODS, "POST"];

export default {
  async fetch(sent, env, ctx): Promise<Response> {
    if (!namesHost(sent.url, sent.headers.get("host")))
      return new Response("The address is not valid.", { status: 400 });
    const url = new URL(sent.url);
    const request = withoutNeedlessBody(sent);
    const site = {
      nonce: newNonce(),
      url,
      mode: env.HELIOS_MODE,
      publicOrigin: env.PUBLIC_ORIGIN,
      usageHosts: usageHosts(env),
    };
    const secured = (answer: Response) => withSecurityHeaders(answer, site);
    try {
      const refused = refuseTooLong(request, url);
      const answered = refused
        ? secured(isOfApi(url) ? withCors(refused) : refused)
        : await answer({ request, env, ctx, url, cspNonce: site.nonce, secured });
      await discardBody(sent);
      return answered;
    } catch (error) {
      const requestId = crypto.randomUUID();
      const { pathname } = url;
      log({
        event: "request_failed",
        requestId,
        method: request.method,
        path: pathname,
        error: errorText(error),
      });
      ctx.waitUntil(reportFailure(env, { where: pathname, error, requestId }));
      const failed = Response.json(
        { error: "internal", message: "Server error", request_id: requestId },
        { status: 500, headers: { "X-Request-Id": requestId } },
      );
      return secured(isOfApi(url) ? withCors(failed) : failed);
    }
  },
} satisfies ExportedHandler<WebEnv>;

/** What asks for something needs no body, and Remix fails on one, even an announced length of 0. */
function withoutNeedlessBody(request: Request): Request {
  const { method, headers, signal, url } = request;
  const asks = method === "GET" || method === "HEAD";
  return asks && (headers.has("content-length") || headers.has("transfer-encoding"))
    ? new Request(url, { method, headers, signal, redirect: "manual" })
    : request;
}

type Visit = {
  request: Request;
  env: WebEnv;
  ctx: ExecutionContext;
  url: URL;
  cspNonce: string;
  secured: (answer: Response) => Response;
};

async function answer(visit: Visit): Promise<Response> {
  const { request, env, url, secured } = visit;
  const { pathname } = url;
  const refusedChange = await refuseChange(request, env, isFile);
  if (refusedChange) return secured(refusedChange);
  const sample = answerSampleData(request, url, env);
  if (sample) return secured(sample);
  if (INGEST_PATH.test(pathname)) return secured(await env.INGEST.fetch(request));
  if (pathname.startsWith("/socket/")) return secured(await env.LIVE.fetch(request));
  // Pages compare it with their own, and know when they are old (app/live/build-watch.ts).
  if (pathname === "/build") return secured(Response.json({ build: pages.assets.version }));
  if (pathname === "/healthz") {
    const health = await askHealth(env, url);
    if (health.status === "ok") return secured(Response.json(health));
    const { status, headers } = new AppError("unavailable");
    return secured(Response.json(health, { status, headers }));
  }
  if ((request.method === "GET" || request.method === "HEAD") && isFile(pathname)) {
    // Compressed already: to be made anew it would have to be compressed again.
    const isHashed = pathname.startsWith("/assets/");
    const asset = await (isHashed
      ? serveHashedAsset(env.ASSETS, request)
      : env.ASSETS.fetch(request));
    if (asset.status !== 404) return isHashed ? asset : secured(asset);
  }
  if (isOfApi(url))
    return isNoApiCall(request.method, pathname)
      ? secured(withCors(noApiCall(request.method)))
      : answerByRemix(visit);
  const refused = refuseNoPage(request, url);
  return refused ? secured(refused) : answerByRemix(visit);
}

async function answerByRemix({
  request,
  env,
  ctx,
  url: { pathname },
  cspNonce,
  secured,
}: Visit): Promise<Response> {
  const startedAt = Date.now();
  const context = { cloudflare: { env, ctx }, cspNonce } satisfies AppLoadContext;
  const named = withNamedOrigin(request);
  // Remix refuses these too, but as a failure of its own.
  if (!pathname.startsWith("/v1/") && isFromElsewhere(named, env.PUBLIC_ORIGIN))
    return secured(new Response(FOREIGN_FORM, { status: 403 }));
  const answered = await (pathname.startsWith("/v1/")
    ? callApi(named, context)
    : handlePage(withHostOfOrigin(named), context));
  if (isTraced(env, Math.random()))
    ctx.waitUntil(
      reportTrace(env, {
        method: request.method,
        path: pathname,
        status: answered.status,
        ms: Date.now() - startedAt,
      }),
    );
  return compressLocally(withAllowed(secured(answered)), request, env);
}

/** Remix refuses a form to a page that takes none, and does not say what the page does take. */
function withAllowed(answer: Response): Response {
  if (answer.status === 405 && !answer.headers.has("allow"))
    answer.headers.set("allow", READ_METHODS.join(", "));
  return answer;
}

/**
 * What Remix would answer with a failure of its own, or write to the log as it came: methods that no page has, addresses that
 * cannot be decoded, and the data requests of its first version.
 */
function refuseNoPage({ method }: Request, url: URL): Response | null {
  const { pathname, searchParams } = url;
  if (!PAGE_METHODS.includes(method))
    return new Response(`${method.slice(0, 20)} is not offered here.`, {
      status: 405,
      headers: { allow: (takesForm(pages.routes, url) ? PAGE_METHODS : READ_METHODS).join(", ") },
    });
  if (!isDecodable(pathname)) return new Response("There is no such address.", { status: 404 });
  if (searchParams.has("_data")) return new Response("There is no _data here.", { status: 400 });
  return null;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Any site may ask it (CONTRACT §6). */
const isOfApi = ({ pathname }: URL): boolean => pathname.startsWith("/v1/");

const FOREIGN_FORM = "This form came from another site.";
const API_METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** What Remix would answer in its own words: a method that it does not know, or a page's data form of an endpoint. */
const isNoApiCall = (method: string, pathname: string): boolean =>
  !API_METHODS.has(method) || pathname.endsWith(".data");

function noApiCall(method: string): Response {
  return API_METHODS.has(method)
    ? Response.json({ error: "not_found", message: "Not found." }, { status: 404 })
    : Response.json(
        { error: "method_not_allowed", message: `${method} is not offered here.` },
        { status: 405, headers: { allow: [...API_METHODS].join(", ") } },
      );
}

/** As Remix calls it: the loader reads, the action does the rest. */
function callApi(request: Request, context: AppLoadContext): Promise<Response> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const call = isRead ? api.loader : api.action;
  return call!({ request, params: {}, context }) as Promise<Response>;
}
