import { layerOf } from "./house/import-rules.ts";
import { describe, expect, test } from "vitest";
import { codeOnly, isBarrel, isCode, isTest, listFiles, readText } from "./house/source-files.ts";

const files = listFiles();

/** A folder that is used as one thing by everybody else has one door. */
const DOORS = new Set([
  "app/db/schema/index.ts",
  "app/live/index.ts",
  "app/all-texts/en.ts",
  "app/all-texts/es.ts",
  "app/locales/en/core.ts",
  "app/locales/es/core.ts",
]);

const isPure = (path: string) =>
  !isTest(path) && (path.startsWith("app/domain/") || /^app\/features\/.*\.server\.ts$/.test(path));
const readsTheClock = (path: string, text: string) =>
  /^(Date\.now|performance\.now|new Date\(\))$/m.test(codeOnly(path, text));
/** In a page a length of time is measured by `performance.now()`: a device's clock may be set. These want the time itself. */
const WANTS_THE_TIME = [
  "app/components/use-now.ts",
  "app/features/comments/comment-text.tsx",
  "app/features/dashboard/use-wall-clock.ts",
  "app/features/events/report-of-any.tsx",
  "app/features/machines/use-chosen-past.ts",
  "app/features/shell/printed-at.tsx",
  "app/kit/controls/date-field.tsx",
];
const isOfPage = (path: string) =>
  isCode(path) &&
  !isTest(path) &&
  /^app\/(?:components|kit|features)\//.test(path) &&
  !path.endsWith(".server.ts");
/** `Date.now() - started` and the like: a number is an offset, a name a moment before. Speed belongs to bench/. */
const assertsElapsedTime = (_path: string, text: string) =>
  /\b(?:Date|performance)\.now\(\)\s*-\s*[A-Za-z_$]/.test(
    text.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\/[^\n]*/g, '""'),
  );
/** This file itself. */
const MAY_ASSERT_TIME = new Set(["tests/house-rules.test.ts"]);
const speaksHttp = (path: string, text: string) =>
  /^(Request|Response|Headers)$/m.test(codeOnly(path, text));
/** The types that are said of fields, as they are written. */
const fieldTypes = (text: string) => (text.match(/\btype(?:=|: )"[a-z-]+"/g) ?? []).join(" ");
/** A folder of one person's machine. */
const MACHINE_PATH = /(^|[\s"'`(=:])\/(work|root|home|Users)\/[A-Za-z0-9_.-]+/;
const KEPT_TEXT =
  /\.(ts|tsx|js|mjs|json|toml|md|css|sql|yml|yaml|svg|html|txt)$|^\.[a-z]+$|^\.ci\//;

const NAMES_FILES = /\.(?:tsx?|m?js|md|css|toml)$/;
/** What was decided then, and an example that nobody keeps. */
const NAMES_WHAT_IS_NOT = /^docs\/(?:decisions\/|adding-a-system\.md$)|^bench\/run\.ts$/;
const namedFiles = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?<![\w./#-])(?:app|workers|scripts|tests|simulator|bench|docs)\/[\w./$[\]-]+\.(?:tsx?|mjs|md|css|toml)(?!\w)/g,
    ),
  ].map(([named]) => named);

const offenders = (
  wanted: (path: string) => boolean,
  breaks: (path: string, text: string) => boolean,
) => files.filter((path) => wanted(path) && breaks(path, readText(path)));

/** Colours that need no theme. */
const PLAIN_COLOURS = ["transparent", "current", "black", "white"];

describe("the house", () => {
  test("pages read a device's clock for the time itself alone", () => {
    const readsTime = (path: string, text: string) => /^Date\.now$/m.test(codeOnly(path, text));
    expect(offenders(isOfPage, readsTime).sort()).toEqual(WANTS_THE_TIME);
  });
  test("no file only gathers others, but for the doors", () => {
    expect(offenders((path) => isCode(path) && !DOORS.has(path), isBarrel)).toEqual([]);
    expect(isBarrel("a.ts", `export * from "./b.ts";\nexport { c } from "./c.ts";`)).toBe(true);
    expect(isBarrel("a.ts", `export { c } from "./c.ts";\nexport default { fetch() {} };`)).toBe(
      false,
    );
  });

  test("how long a second, a minute, an hour and a day are is said once", () => {
    const saysAnew = (_path: string, text: string) =>
      /^ *(?:export )?const (?:SECOND|MINUTE|HOUR|DAY)_MS\b/m.test(text);
    expect(offenders(isCode, saysAnew)).toEqual(["app/domain/durations.ts"]);
    expect(saysAnew("a.ts", "const HOUR_MS = 3_600_000;")).toBe(true);
    expect(saysAnew("a.ts", "const TWO_HOURS_MS = 2 * HOUR_MS;")).toBe(false);
  });

  test("a test that is given up hangs: none has less time than two minutes, or than all others", () => {
    const under = (text: string, of: RegExp, leastMs: number) =>
      [...text.matchAll(of)].some(([, ms = ""]) => Number(ms.replaceAll("_", "")) < leastMs);
    const isHurried = (_path: string, text: string) =>
      under(text, /\btimeout: (\d[\d_]*)/g, 120_000) ||
      under(text, /^ *\}, ([3-9]\d_000|\d\d\d_000)\);$/gm, 400_000);
    expect(offenders((path) => isTest(path) && !MAY_ASSERT_TIME.has(path), isHurried)).toEqual([]);
    expect(isHurried("a.test.ts", "expect.poll(read, { timeout: 90_000 })")).toBe(true);
    expect(isHurried("a.test.ts", 'it("is", () => {\n}, 60_000);')).toBe(true);
    expect(isHurried("a.test.ts", 'it("is", () => {\n}, 3_600_000);')).toBe(false);
  });

  const isView = (path: string) =>
    path.startsWith("app/") && path.endsWith(".tsx") && !isTest(path);

  test("nothing is off because its page is not alive: a press on it would be lost (early-acts.tsx)", () => {
    const waits = (_path: string, text: string) => /\bdisabled=\{[^}]*[hH]ydrated/.test(text);
    expect(offenders(isView, waits)).toEqual([]);
    expect(waits("a.tsx", "<Button disabled={!isHydrated} />")).toBe(true);
  });

  test("what follows a thing around it names it: without a name it follows each that lies further out", () => {
    const isNameless = (_path: string, text: string) =>
      /["'`\s]group["'`\s]/.test(
        (text.match(/className=(?:"[^"]*"|\{[^]*?\})/g) ?? []).join(" "),
      ) || /\bgroup-(?!\[)[a-z-]+:/.test(text);
    expect(offenders(isView, isNameless)).toEqual([]);
    expect(isNameless("a.tsx", `<a className="group flex" />`)).toBe(true);
    expect(isNameless("a.tsx", `<a className="flex group-hover:visible" />`)).toBe(true);
    expect(isNameless("a.tsx", `<a className="group/tip group-hover/tip:visible" />`)).toBe(false);
  });

  test("a background that a class names is one of the theme's", () => {
    const theme = new Set(
      [...readText("app/styles/app.css").matchAll(/--color-([\w-]+):/g)].map(([, name]) => name),
    );
    const isUnknown = (text: string) =>
      [...text.matchAll(/(?<=["'`\s:])bg-([a-z][\w-]*)/g)].some(
        ([, name = ""]) => !theme.has(name) && !PLAIN_COLOURS.includes(name),
      );
    expect(offenders(isView, (_path, text) => isUnknown(text))).toEqual([]);
    expect(isUnknown('className="hover:bg-well"')).toBe(true);
    expect(isUnknown('className="bg-card aria-selected:bg-hover"')).toBe(false);
  });

  test("a choice of a few is one field or one bar, a tip one bubble", () => {
    expect(offenders(isView, (_path, text) => /type="radio"/.test(text))).toEqual([
      "app/components/ui/choice-bar.tsx",
      "app/kit/controls/choice-field.tsx",
    ]);
    expect(offenders(isView, (_path, text) => /role="tooltip"/.test(text))).toEqual([
      "app/components/ui/tip.tsx",
    ]);
  });

  test("no word stands in the browser's own bubble, which only a pointer sees", () => {
    const hasBubble = (path: string, text: string) =>
      (path !== "app/root.tsx" && /<title\b/.test(text)) ||
      // Also of a control that hands its attributes on to the browser's.
      (text.match(/<(?:[a-z][\w-]*|Link|NavLink|\w*Button|\w+Link)\s[^<>]*/g) ?? []).some((tag) =>
        /\stitle=/.test(tag),
      );
    expect(offenders(isView, hasBubble)).toEqual([]);
    expect(hasBubble("a.tsx", `<svg><title>{label}</title></svg>`)).toBe(true);
    expect(hasBubble("a.tsx", `<td className="p-1" title={name}>`)).toBe(true);
    expect(hasBubble("a.tsx", `<ChipButton title={name}>`)).toBe(true);
    expect(hasBubble("a.tsx", `<Dialog title={name}>`)).toBe(false);
  });

  test("no field of a date is the browser's, which knows its own language only", () => {
    expect(
      offenders(isView, (_path, text) =>
        /["'](?:date|datetime-local|time|month)["']/.test(fieldTypes(text)),
      ),
    ).toEqual([]);
    expect(fieldTypes(`<Field type="date" />; const a = { type: "datetime-local" };`)).toBe(
      `type="date" type: "datetime-local"`,
    );
  });

  test("a box to check and a list to choose from are one control each", () => {
    expect(offenders(isView, (_path, text) => /type="checkbox"/.test(text))).toEqual([
      "app/components/forms/checkbox.tsx",
      "app/components/forms/switch-field.tsx",
    ]);
    expect(offenders(isView, (_path, text) => /<select\b/.test(text))).toEqual([
      "app/components/forms/select-field.tsx",
      "app/components/forms/select.tsx",
    ]);
  });

  test("domain and use cases are told the time", () => {
    expect(offenders((path) => isCode(path) && isPure(path), readsTheClock)).toEqual([]);
    expect(readsTheClock("a.ts", "const a = Date.now() - 5;")).toBe(true);
    expect(readsTheClock("a.ts", "const a = new Date();")).toBe(true);
    expect(readsTheClock("a.ts", "// Date.now() is the caller's\nconst a = new Date(ms);")).toBe(
      false,
    );
  });

  test("no test asserts how long something took", () => {
    expect(
      offenders((path) => isTest(path) && !MAY_ASSERT_TIME.has(path), assertsElapsedTime),
    ).toEqual([]);
    const started = "const started = performance.now();\n";
    expect(assertsElapsedTime("a.test.ts", "expect(Date.now() - at).toBeLessThan(5);")).toBe(true);
    expect(
      assertsElapsedTime("a.test.ts", `${started}const ms = performance.now() - started;\n`),
    ).toBe(true);
    expect(assertsElapsedTime("a.test.ts", "const from = Date.now() - 600_000;")).toBe(false);
  });

  test("use cases know no Request and no Response", () => {
    expect(offenders((path) => !isTest(path) && layerOf(path) === "use case", speaksHttp)).toEqual(
      [],
    );
    expect(speaksHttp("a.ts", "export const a = (request: Request) => 1;")).toBe(true);
    expect(speaksHttp("a.ts", "export const a = (request: IngestRequest) => 1;")).toBe(false);
  });

  test("the lock file binds to no registry host", () => {
    expect(readText("package-lock.json").match(/"resolved":.*/)?.[0]).toBeUndefined();
  });

  test("a file that code or a page of docs names by its path is there", () => {
    const known = new Set(files);
    const missing = files
      .filter((path) => NAMES_FILES.test(path) && !isTest(path) && !NAMES_WHAT_IS_NOT.test(path))
      .flatMap((path) =>
        namedFiles(readText(path))
          .filter((named) => !known.has(named))
          .map((named) => `${path} names ${named}`),
      );
    expect(missing).toEqual([]);
    expect(namedFiles("as `app/a/b.tsx` says (tests/c.test.ts), and app/a.b")).toEqual([
      "app/a/b.tsx",
      "tests/c.test.ts",
    ]);
  });

  test("no file names a folder of somebody's machine", () => {
    expect(
      offenders(
        (path) => KEPT_TEXT.test(path),
        (_path, text) => MACHINE_PATH.test(text),
      ),
    ).toEqual([]);
    expect(MACHINE_PATH.test(["cd ", "work", "x"].join("/"))).toBe(true);
    expect(MACHINE_PATH.test(`import "../workers/env.ts"`)).toBe(false);
  });
});
