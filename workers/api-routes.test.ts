import type { AppLoadContext, ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { apiRoutes, callApi } from "./api-routes.ts";

type Routes = ServerBuild["routes"];
const says = (name: string) => ({ loader: () => `read ${name}`, action: () => `write ${name}` });
const route = (id: string, path: string | undefined, parentId?: string) => ({
  id,
  path,
  parentId,
  module: says(id),
});
const routes = Object.fromEntries(
  [
    route("root", ""),
    route("v1.devices", "v1/devices", "root"),
    route("v1.devices.$id", ":id", "v1.devices"),
    route("v1.devices.$id.tags", "tags", "v1.devices.$id"),
    route("v1.devices.predictions", "predictions", "v1.devices"),
    route("v1.openapi[.]json", "v1/openapi.json", "root"),
    route("v1.$", "v1/*", "root"),
    route("_app.machines", "machines", "root"),
  ].map((each) => [each.id, each]),
) as unknown as Routes;

const find = apiRoutes(routes);
const ask = (path: string, method = "GET"): unknown => {
  const found = find(path);
  return (
    found && [
      callApi(found, new Request(`http://helios.example${path}`, { method }), {} as AppLoadContext),
      found.params,
    ]
  );
};

test.each([
  ["/v1/devices", ["read v1.devices", {}]],
  ["/v1/devices/7", ["read v1.devices.$id", { id: "7" }]],
  ["/v1/devices/SN-1_a.b~c", ["read v1.devices.$id", { id: "SN-1_a.b~c" }]],
  ["/v1/devices/7/tags", ["read v1.devices.$id.tags", { id: "7" }]],
  ["/v1/devices/predictions", ["read v1.devices.predictions", {}]],
  ["/v1/devices/predictions/tags", ["read v1.devices.$id.tags", { id: "predictions" }]],
  ["/v1/openapi.json", ["read v1.openapi[.]json", {}]],
])("%s is found at once", (path, answer) => {
  expect(ask(path)).toEqual(answer);
});

test.each([
  "/v1/nothing",
  "/v1/devices/7/nothing",
  "/v1/devices/",
  "/v1/devices/SN%2F1",
  "/v1/Devices",
  "/v1",
  "/machines",
  "/v1/constructor",
])("%s is left to Remix", (path) => {
  expect(ask(path)).toBeNull();
});

test("what is no GET or HEAD is a write", () => {
  const answers = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"].map(
    (method) => (ask("/v1/devices", method) as unknown[])[0],
  );
  expect(answers).toEqual([
    "read v1.devices",
    "read v1.devices",
    "write v1.devices",
    "write v1.devices",
    "write v1.devices",
  ]);
});
