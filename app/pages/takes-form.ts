import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

type Routes = ServerBuild["routes"];
type Tree = { id: string; path?: string } & (
  | { index: true; children?: undefined }
  | { index?: false; children: Tree[] }
);

/** Of a page's address with `.data` at its end, its root's too, the page's own. */
const pageOf = (pathname: string): string =>
  pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");

/** Whether a form may be sent to the address: the route that Remix hands a POST to has an action. */
export function takesForm(routes: Routes, { pathname, searchParams }: URL): boolean {
  const matches = matchRoutes(treeOf(routes), pageOf(pathname)) ?? [];
  const last = matches.at(-1)?.route;
  const target =
    last?.index && searchParams.get("index") === ""
      ? last
      : matches.findLast(({ route }, at) => at === 0 || route.path)?.route;
  return target !== undefined && routes[target.id]?.module.action !== undefined;
}

function treeOf(routes: Routes, parentId?: string): Tree[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    const place = { id, ...(path === undefined ? {} : { path }) };
    return [index ? { ...place, index: true } : { ...place, children: treeOf(routes, id) }];
  });
}
