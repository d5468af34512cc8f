/**
 * The /v1 endpoints by their paths, looked up in a tree. Remix flattens and ranks all routes of the app at every request,
 * which costs more than most endpoints do; what is not found here (other spellings, encoded names) is left to it.
 */
import type { AppLoadContext, ServerBuild } from "@remix-run/cloudflare";

type RouteModule = ServerBuild["routes"][string]["module"];
type Node = {
  fixed: Map<string, Node>;
  any: { name: string; node: Node } | null;
  module: RouteModule | null;
};
export type ApiRoute = { module: RouteModule; params: Record<string, string> };

const PLAIN = /^[\w.~-]+$/;
const newNode = (): Node => ({ fixed: new Map(), any: null, module: null });

/** Of the build's routes those under /v1 whose path is fixed names and `:names`; the same path as Remix's own. */
export function apiRoutes(routes: ServerBuild["routes"]): (pathname: string) => ApiRoute | null {
  const root = newNode();
  for (const route of Object.values(routes)) {
    const path = pathOf(routes, route);
    if (!path.startsWith("v1/") || /[*?]/.test(path)) continue;
    let node = root;
    for (const segment of path.split("/"))
      node = segment.startsWith(":") ? anyOf(node, segment.slice(1)) : fixedOf(node, segment);
    node.module = route.module;
  }
  return (pathname) => {
    const segments = pathname.slice(1).split("/");
    if (!segments.every((segment) => PLAIN.test(segment))) return null;
    return find(root, segments, 0, {});
  };
}

/** A route's own path goes on from its parent's. */
function pathOf(
  routes: ServerBuild["routes"],
  { parentId, path }: ServerBuild["routes"][string],
): string {
  const parent = parentId === undefined ? undefined : routes[parentId];
  return [parent ? pathOf(routes, parent) : "", path ?? ""].filter((part) => part !== "").join("/");
}

function fixedOf(node: Node, segment: string): Node {
  const known = node.fixed.get(segment) ?? newNode();
  node.fixed.set(segment, known);
  return known;
}

function anyOf(node: Node, name: string): Node {
  node.any ??= { name, node: newNode() };
  if (node.any.name !== name)
    throw new Error(`/v1 has both :${node.any.name} and :${name} in one place`);
  return node.any.node;
}

/** A fixed name wins over any. */
function find(
  node: Node,
  segments: readonly string[],
  at: number,
  params: Record<string, string>,
): ApiRoute | null {
  const segment = segments[at];
  if (segment === undefined) return node.module && { module: node.module, params };
  const fixed = node.fixed.get(segment);
  const found = fixed ? find(fixed, segments, at + 1, params) : null;
  if (found || !node.any) return found;
  return find(node.any.node, segments, at + 1, { ...params, [node.any.name]: segment });
}

/** As Remix calls an endpoint: the loader reads, the action does the rest. Endpoints answer every error themselves (define-api). */
export function callApi(
  { module, params }: ApiRoute,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  const call =
    request.method === "GET" || request.method === "HEAD" ? module.loader : module.action;
  if (!call) throw new Error(`${request.method} ${request.url} has nobody to answer it`);
  return call({ request, params, context }) as Promise<Response>;
}
