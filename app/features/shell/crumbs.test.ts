import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  gatherNames,
  hasPage,
  isArea,
  isCrumbWord,
  splitEnd,
  toCrumbs,
  withoutFirstTab,
} from "./crumbs.ts";

describe("breadcrumbs", () => {
  it("follow the path, each part a link", () => {
    expect(toCrumbs("/machines/7/overview")).toEqual([
      { segment: "machines", to: "/machines" },
      { segment: "7", to: "/machines/7" },
      { segment: "overview", to: "/machines/7/overview" },
    ]);
    expect(toCrumbs("/")).toEqual([]);
  });

  it("step back from a measure to the tab that it is shown on", () => {
    const ways = ["/machines/7/analytics/measure/oil_temp", "/machines/7/analytics/measure"];
    expect(ways.map((path) => toCrumbs(path).map(({ to }) => to))).toEqual([
      ["/machines", "/machines/7", "/machines/7/analytics", `${ways[0]}`],
      ["/machines", "/machines/7", "/machines/7/analytics"],
    ]);
  });

  it("step back to another page, never to the first tab that is open", () => {
    const stepsOf = (page: string) =>
      toCrumbs(page)
        .map(({ to }) => to)
        .slice(0, -1)
        .findLast((to) => hasPage(to) && to !== withoutFirstTab(page));
    expect(stepsOf("/customers/1/details")).toBe("/customers");
    expect(stepsOf("/customers/1/facilities")).toBe("/customers/1");
    expect(stepsOf("/machines/7/overview")).toBe("/machines");
    expect(stepsOf("/machines/7/analytics")).toBe("/machines/7");
    expect(stepsOf("/reports/measures")).toBeUndefined();
    expect(stepsOf("/admin/customers/1/details")).toBe("/admin/customers");
    expect(stepsOf("/machines/7/overview/measure/uptime")).toBe("/machines/7/overview");
  });

  it("take names from whichever page knows them", () => {
    const matches = [
      { data: null },
      { data: { crumbNames: { "/customers/1": "Acme" } } },
      { data: { page: { crumbNames: { "/customers/1/users/4": "Dana" } } } },
      { data: { page: null } },
    ];
    expect(gatherNames(matches)).toEqual({
      "/customers/1": "Acme",
      "/customers/1/users/4": "Dana",
    });
  });

  it("have a word for every part of a signed-in page's address", () => {
    const parts = readdirSync("app/routes")
      .filter((name) => name.startsWith("_app."))
      .flatMap((name) => name.replace(/\.tsx?$/, "").split("."))
      .map((part) => part.replace(/[()]/g, "").replace(/_$/, ""))
      .filter((part) => !/^[_$]/.test(part));
    expect(parts.length).toBeGreaterThan(12);
    expect(
      parts.filter((part) => part !== "dashboard" && !isArea(part) && !isCrumbWord(part)),
    ).toEqual([]);
  });

  it("link to pages only", () => {
    const paths = readdirSync("app/routes")
      .filter((name) => name.startsWith("_app."))
      .map((name) =>
        name
          .replace(/\.tsx?$/, "")
          .split(".")
          .filter((part) => !/^_|^\(/.test(part))
          .map((part) => part.replace(/_$/, ""))
          .map((part) => (part.startsWith("$") && part !== "$" ? "7" : part)),
      );
    const pages = new Set(paths.map((parts) => `/${parts.join("/")}`));
    const ways = paths
      .filter((parts) => !parts.includes("$"))
      .flatMap((parts) => parts.map((_part, index) => `/${parts.slice(0, index + 1).join("/")}`));
    const linked = [...new Set(ways)].filter(hasPage);
    expect(linked.length).toBeGreaterThan(20);
    expect(linked.filter((path) => !pages.has(path))).toEqual([]);
    expect([...new Set(ways)].filter((path) => !hasPage(path) && pages.has(path))).toEqual([]);
  });

  it("know the words of the trade from the words of a path", () => {
    expect([
      isCrumbWord("serviceTiers"),
      isCrumbWord("constructor"),
      isArea("machines"),
      isArea("toString"),
    ]).toEqual([true, false, true, false]);
  });
});

it("keeps the end of a name that tells it apart, where there is one", () => {
  expect(splitEnd("SUN625-1240")).toEqual(["SUN625", "-1240"]);
  expect(splitEnd("Rotary Die Cutter 2")).toEqual(["Rotary Die Cutter", " 2"]);
  expect(splitEnd("Corrugadora")).toEqual(["Corrugadora", ""]);
  expect(splitEnd("FFG Troqueladora")).toEqual(["FFG Troqueladora", ""]);
  expect(splitEnd("-1240")).toEqual(["", "-1240"]);
});
