/** /v1 is looked up without Remix (workers/api-routes.ts): what is found there is what Remix would find, and never more. */
import { matchRoutes } from "@remix-run/react";
import { beforeAll, describe, expect, it } from "vitest";
import { registeredApis } from "#app/api/registry.server.ts";
import { apiRoutes } from "#workers/api-routes.ts";
import { openPages } from "./factories/pages.ts";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Routes = Awaited<ReturnType<typeof openPages>>["routes"];
let routes: Routes;
let tree: RouteObject[];
beforeAll(async () => {
  ({ routes } = await openPages());
  const below = (parent: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter(({ parentId }) => parentId === parent)
      .map(
        ({ id, path, index }) =>
          (index ? { id, path, index: true } : { id, path, children: below(id) }) as RouteObject,
      );
  tree = below(undefined);
}, 60_000);

function byRemix(pathname: string) {
  const match = matchRoutes(tree, pathname)?.at(-1);
  return match && { module: routes[match.route.id ?? ""]!.module, params: match.params };
}

describe("every path of /v1", () => {
  it("leads to the same endpoint with the same names in it", () => {
    const find = apiRoutes(routes);
    const paths = registeredApis().flatMap(([path]) =>
      ["7", "SUN625-1187", "me", "a~b_c.d"].map((id) => path.replace(/\{\w+\}/g, id)),
    );
    expect(paths.length).toBeGreaterThan(150);
    for (const path of paths) {
      const found = find(path);
      const wanted = byRemix(path);
      expect([path, found?.params]).toEqual([path, wanted?.params]);
      expect([path, found?.module === wanted?.module]).toEqual([path, true]);
    }
  });

  it("that is written otherwise is found by nobody else's rule", () => {
    const find = apiRoutes(routes);
    const others = ["", "/", "/.", "/%2e%2e", "//devices", "/devices//7", "/devices/7/", "/Devices", "/devices/7%2Ftags", "/users/me;x", "/constructor", "/__proto__", "/devices/7/constructor", "/devices/7/__proto__/tags"]; // prettier-ignore
    for (const path of others) expect([path, find(`/v1${path}`)]).toEqual([path, null]);
    for (const page of ["/login", "/account", "/outbox", "/dashboard", "/machines/7/overview"])
      expect(find(page)).toBeNull();
  });
});
