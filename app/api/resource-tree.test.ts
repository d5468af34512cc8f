import { expect, test } from "vitest";
import { resourceTree } from "./resource-tree.ts";

const paths = [
  "/v1/devices",
  "/v1/devices/{id}",
  "/v1/devices/{id}/tags",
  "/v1/devices/predictions",
  "/v1/openapi.json",
];
const find = resourceTree(paths.map((path) => ({ path })));
const ask = (path: string) => {
  const found = find(path);
  return found && [found.resource.path, found.params];
};

test.each([
  ["/v1/devices", ["/v1/devices", {}]],
  ["/v1/devices/", ["/v1/devices", {}]],
  ["/v1/devices/7", ["/v1/devices/{id}", { id: "7" }]],
  ["/v1/devices/SN%2F1 ü", ["/v1/devices/{id}", { id: "SN/1 ü" }]],
  ["/v1/devices/__proto__", ["/v1/devices/{id}", { id: "__proto__" }]],
  ["/v1/devices/7/tags", ["/v1/devices/{id}/tags", { id: "7" }]],
  ["/v1/devices/predictions", ["/v1/devices/predictions", {}]],
  ["/v1/devices/predictions/tags", ["/v1/devices/{id}/tags", { id: "predictions" }]],
  ["/v1/openapi.json", ["/v1/openapi.json", {}]],
])("%s is found", (path, answer) => {
  expect(ask(path)).toEqual(answer);
});

test.each([
  "/v1/nothing",
  "/v1/devices/7/nothing",
  "/v1/devices//tags",
  "/v1/devices/%E0%A4",
  "/v1/Devices",
  "/v1",
  "/v1/constructor",
  "/v1//",
])("%s is nothing", (path) => {
  expect(ask(path)).toBeNull();
});

test("two resources of one path, or two names for one place, are refused", () => {
  expect(() => resourceTree([{ path: "/v1/a" }, { path: "/v1/a" }])).toThrow("declared twice");
  expect(() => resourceTree([{ path: "/v1/{a}" }, { path: "/v1/{b}/c" }])).toThrow("{a}");
});
