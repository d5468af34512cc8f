import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, it } from "vitest";
import { takesForm } from "./takes-form.ts";

type Given = { parentId?: string; path?: string; index?: true; takes?: true };
const ROUTES: Record<string, Given> = {
  root: { path: "" },
  _app: { parentId: "root" },
  _index: { parentId: "root", index: true },
  login: { parentId: "root", path: "login", takes: true },
  machine: { parentId: "_app", path: "machines/:id", takes: true },
  overview: { parentId: "machine", path: "overview" },
  alarms: { parentId: "machine", path: "alarms", takes: true },
  people: { parentId: "_app", path: "people" },
  peopleIndex: { parentId: "people", index: true, takes: true },
  rest: { parentId: "_app", path: "*" },
};
const routes = Object.fromEntries(
  Object.entries(ROUTES).map(([id, { takes, ...route }]) => [
    id,
    { id, ...route, module: takes ? { action: () => null } : {} },
  ]),
) as unknown as ServerBuild["routes"];

it.each([
  ["/login", true],
  ["/login.data", true],
  ["/machines/1", true],
  ["/machines/1/alarms", true],
  ["/machines/1/overview", false],
  ["/people", false],
  ["/people?index", true],
  ["/", false],
  ["/_root.data", false],
  ["/nothing/like/this", false],
])("a form to %s: %s", (address, takes) =>
  expect(takesForm(routes, new URL(address, "https://helios.test"))).toBe(takes),
);
