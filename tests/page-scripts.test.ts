/** What a list of the pages' scripts names by hand is there: a module that was renamed or split would fall out of it silently. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isMeant, PARTS, pathsOf, SHARED } from "../page-scripts.ts";
import { isTest, listFiles, ROOT } from "./house/source-files.ts";

const PACKAGES = "node_modules/";
const ENDINGS = [".ts", ".tsx", ".js", ".mjs"];
/** Vite makes it while it builds. */
const MADE_BY_VITE = "vite/preload-helper";

const listed = [...SHARED, ...PARTS].flatMap((each) =>
  pathsOf(each).map((path) => ({ script: each.script, path })),
);
const ours = listFiles("app").filter((path) => !isTest(path));

const stands = (path: string): boolean =>
  path.startsWith(PACKAGES)
    ? ["", ...ENDINGS].some((ending) => existsSync(join(ROOT, path + ending)))
    : ours.some((file) => isMeant(path, file));

test("each module that a script names stands in the tree", () => {
  const missing = listed.filter(({ path }) => path !== MADE_BY_VITE && !stands(path));
  expect(missing).toEqual([]);
  expect(stands("app/components/no-such-file")).toBe(false);
  expect(stands("app/no-such-folder/")).toBe(false);
  expect(stands("app/components/no-such-*")).toBe(false);
  expect(stands("node_modules/no-such-package/")).toBe(false);
});

test("no module is named by two scripts, of which the second would not have it", () => {
  const twice = listed.flatMap(({ script, path }) =>
    listed
      .filter((other) => other.script !== script && isMeant(other.path, `${path}.ts`))
      .map((other) => `${path}: ${script}, ${other.script}`),
  );
  expect(twice).toEqual([]);
});

test("a name means one module, all below a folder, or all that begin alike", () => {
  expect(isMeant("app/kit/chip", "app/kit/chip.tsx")).toBe(true);
  expect(isMeant("app/kit/chip", "app/kit/chip.test.tsx")).toBe(false);
  expect(isMeant("app/kit/chip", "app/kit/chips.tsx")).toBe(false);
  expect(isMeant("app/live/*", "app/live/use-feed.ts")).toBe(true);
  expect(isMeant("app/live/*", "app/live/testing/feed.ts")).toBe(false);
  expect(isMeant("node_modules/react/", "node_modules/react/cjs/react.js")).toBe(true);
  expect(isMeant("node_modules/react/", "node_modules/react-dom/client.js")).toBe(false);
});
