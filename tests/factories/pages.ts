/** The pages as Remix's own router finds them, answered without being drawn: the body is the loaders' data. */
import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import remixConfig, { allRoutes } from "../../remix.config.js";
import { withMaskedPages } from "#app/pages/masked-pages.server.ts";
import { withRefusals } from "#app/pages/refused-pages.server.ts";
import { ORIGIN, testContext, type TestWorld } from "./api.ts";

type RouteModule = ServerBuild["routes"][string]["module"];
const modules = import.meta.glob<RouteModule>("../../app/routes/**/*.{ts,tsx}");

export type PageRoute = {
  id: string;
  /** `/machines/:id/overview` */ path: string;
  hasAction: boolean;
};

/** Every route outside of /v1 that can be asked for, by its whole path. */
export async function openPages() {
  const manifest = allRoutes();
  const routes: ServerBuild["routes"] = {
    root: { id: "root", path: "", module: await import("#app/root.tsx") } as never,
  };
  for (const [id, { parentId, path, index, file }] of Object.entries(manifest)) {
    const load = modules[`../../app/${file}`];
    if (!load) throw new Error(`the module of ${file} was not found`);
    routes[id] = {
      id,
      parentId: parentId ?? "root",
      path,
      index,
      module: await load(),
    } as ServerBuild["routes"][string];
  }
  /** Never the page itself: it has no path, or a child stands at the same one. */
  const isLayout = (id: string) =>
    manifest[id]?.path === undefined
      ? manifest[id]?.index !== true
      : Object.values(manifest).some(
          ({ parentId, index, path = "" }) =>
            parentId === id && (index ? path === "" : /^[^/]+\?$/.test(path)),
        );
  const wholePath = (id: string | undefined): string =>
    id === undefined || id === "root"
      ? ""
      : `${wholePath(manifest[id]?.parentId)}/${manifest[id]?.path ?? ""}`;
  const pages: PageRoute[] = Object.keys(manifest)
    .filter((id) => !isLayout(id))
    .map((id) => ({
      id,
      path: wholePath(id)
        .replace(/\/+/g, "/")
        .replace(/(.)\/$/, "$1"),
      hasAction: routes[id]?.module.action !== undefined,
    }))
    .filter(({ path }) => !path.startsWith("/v1/"));

  const build = {
    entry: {
      module: {
        default: async (
          _request: Request,
          status: number,
          headers: Headers,
          { staticHandlerContext }: { staticHandlerContext: { loaderData: unknown } },
        ) =>
          new Response(JSON.stringify(await whole(staticHandlerContext.loaderData)), {
            status,
            headers,
          }),
      },
    },
    routes: withRefusals(withMaskedPages(routes)),
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    basename: "/",
    mode: "production",
    isSpaMode: false,
    future: remixConfig.future,
  } as unknown as ServerBuild;
  return { pages, routes, handle: createRequestHandler(build, "production") };
}

/** With what comes after the page: on a busy machine that is what comes with it on others. null where it failed. */
async function whole(data: unknown): Promise<unknown> {
  if (data instanceof Promise) return whole(await data.catch(() => null));
  if (Array.isArray(data)) return Promise.all(data.map(whole));
  if (typeof data !== "object" || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return data;
  const entries = Object.entries(data).map(async ([name, value]) => [name, await whole(value)]);
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
}

export type Visit = {
  status: number;
  /** Path and query of a redirect. */ to: string | null;
  body: string;
  cookies: string[];
};
type Form = Record<string, string>;

/** Opens a page, or sends it a form, with somebody's session or without. */
export async function visit(
  handle: ReturnType<typeof createRequestHandler>,
  world: TestWorld,
  path: string,
  {
    token,
    form,
    origin = ORIGIN,
  }: { token?: string | undefined; form?: Form; origin?: string | null } = {},
): Promise<Visit> {
  const headers = new Headers({ Accept: "text/html" });
  if (token !== undefined) headers.set("Cookie", `__Host-sessionId=${token}`);
  if (form && origin !== null) {
    headers.set("Origin", origin);
    // Remix compares the origin with this header, which is the caller's own word: what it lets pass must stop at our guards.
    headers.set("X-Forwarded-Host", origin === "null" ? origin : new URL(origin).host);
  }
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const answer = await handle(new Request(ORIGIN + path, { headers, ...init }), testContext(world));
  const cookies = answer.headers.getSetCookie().map((line) => line.split("=")[0] ?? "");
  return {
    status: answer.status,
    to: answer.headers.get("Location"),
    body: await answer.text(),
    cookies,
  };
}
