import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { gatherNames, isArea, isCrumbWord, toCrumbs } from "./crumbs.ts";

describe("breadcrumbs", () => {
  it("follow the path, each part a link", () => {
    expect(toCrumbs("/machines/7/overview")).toEqual([
      { segment: "machines", to: "/machines" },
      { segment: "7", to: "/machines/7" },
      { segment: "overview", to: "/machines/7/overview" },
    ]);
    expect(toCrumbs("/")).toEqual([]);
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

  it("know the words of the trade from the words of a path", () => {
    expect([
      isCrumbWord("serviceTiers"),
      isCrumbWord("constructor"),
      isArea("machines"),
      isArea("toString"),
    ]).toEqual([true, false, true, false]);
  });
});
