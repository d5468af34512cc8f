import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { METRICS } from "#app/domain/metrics/registry.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import * as en from "./en.ts";
import * as es from "./es.ts";

const files = globSync("app/**/*.tsx").filter((path) => !path.endsWith(".test.tsx"));
const texts = globSync("app/**/*.{ts,tsx}")
  .filter((path) => !/^app\/locales\/|\.test\.|\/texts\.[a-z]{2}\.ts$/.test(path))
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

type Tree = { [key: string]: string | Tree };
const flatten = (tree: Tree, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );

/** Words that a person would read: letters, outside of code. Symbols and separators are nobody's language. */
const isWords = (text: string): boolean => /\p{L}{2,}/u.test(text);
/** Attributes that a person reads or hears. */
const SPOKEN = new Set([
  "title",
  "aria-label",
  "alt",
  "placeholder",
  "label",
  "description",
  "caption",
]);

const SAYING = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

export function literalTexts(path: string, source: string): string[] {
  const found: string[] = [];
  /** What an expression may say: a text, one of two, one put together. Arguments of calls are keys. */
  const spoken = (node: ts.Node): void => {
    if (
      (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) &&
      isWords(node.text)
    )
      found.push(`${path}: ${node.text}`);
    else if (ts.isTemplateExpression(node)) {
      for (const text of [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)])
        if (isWords(text)) found.push(`${path}: ${text}`);
    } else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(spoken);
    // What is compared is not said.
    else if (ts.isBinaryExpression(node) && SAYING.has(node.operatorToken.kind))
      [node.left, node.right].forEach(spoken);
    else if (ts.isParenthesizedExpression(node) || (ts.isJsxExpression(node) && node.expression))
      spoken(node.expression!);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWords(node.text)) found.push(`${path}: ${node.text.trim()}`);
    if (ts.isJsxAttribute(node) && node.initializer && SPOKEN.has(node.name.getText()))
      spoken(node.initializer);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      spoken(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

/** What i18next appends for a count. */
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

describe("texts", () => {
  it("stand in no component", () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.flatMap((path) => literalTexts(path, readFileSync(path, "utf8")))).toEqual([]);
    expect(literalTexts("a.tsx", "<p title='Old value'>Hello there · {t('x')}</p>")).toEqual([
      "a.tsx: Old value",
      "a.tsx: Hello there ·",
    ]);

    const hidden =
      // eslint-disable-next-line no-template-curly-in-string -- it is the source of a component
      "<p title={ok ? 'Yes' : t('no')}>{'Said'}{`${n} pieces`}{kind === 'alarm' && `of ${t('x')}`}{name ?? 'Nobody'}</p>";
    expect(literalTexts("a.tsx", hidden)).toEqual([
      "a.tsx: Yes",
      "a.tsx: Said",
      "a.tsx:  pieces",
      "a.tsx: of ",
      "a.tsx: Nobody",
    ]);
  });

  it("of an area are registered by whoever says them", () => {
    const areaOf = new Map(
      globSync("app/{features/*,kit,kit/*}/texts.en.ts").flatMap((path) =>
        [...readFileSync(path, "utf8").matchAll(/^ {2}(\w+): /gm)].map(
          ([, key]) => [key as string, path.slice(0, path.lastIndexOf("/"))] as const,
        ),
      ),
    );
    expect(areaOf.size).toBeGreaterThan(15);
    const missing = (path: string, source: string): string[] => {
      const says = /\buseTranslation\b|\b(?:title|part)Key\b|\bTFunction\b/.test(source)
        ? [...source.matchAll(/["'`]([a-zA-Z]+)\.[a-zA-Z_$]/g)].map(([, key]) => key as string)
        : [];
      const folder = path.slice(0, path.lastIndexOf("/"));
      return [...new Set(says.flatMap((key) => areaOf.get(key) ?? []))].flatMap((area) => {
        const line = folder === area ? `import "./texts.ts";` : `import "#${area}/texts.ts";`;
        return source.includes(line) ? [] : [`${path}: write ${line}`];
      });
    };
    const pages = globSync("app/{features,routes,kit,components}/**/*.{ts,tsx}").filter(
      (path) => !/\.test\.|\.server\./.test(path),
    );
    expect(pages.flatMap((path) => missing(path, readFileSync(path, "utf8")))).toEqual([]);
    expect(missing("app/features/a/b.tsx", `useTranslation(); t("slideshow.title")`)).toEqual([
      `app/features/a/b.tsx: write import "#app/features/displays/texts.ts";`,
    ]);
  });

  it("stand under one key in one place", () => {
    for (const language of ["en", "es"]) {
      const keys = [
        `app/locales/${language}/common.ts`,
        ...globSync(`app/{features/*,kit,kit/*}/texts.${language}.ts`),
      ].flatMap((path) =>
        [...readFileSync(path, "utf8").matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key),
      );
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
      const index = readFileSync(`app/all-texts/${language}.ts`, "utf8");
      for (const path of globSync(`app/{features/*,kit,kit/*}/texts.${language}.ts`))
        expect(index).toContain(`"#${path}"`);
    }
  });

  it("are all used", () => {
    // Keys put together at run time: `states.${state}`.
    const dynamic = [...texts.matchAll(/\b(?:t|say)\(\s*`(?:[a-z]+:)?([a-zA-Z_.]+[._])\$\{/g)].map(
      ([, prefix]) => prefix as string,
    );
    const isUsed = (form: string) => {
      const key = form.replace(PLURAL, "");
      return (
        texts.includes(`"${key}"`) ||
        texts.includes(`:${key}"`) ||
        dynamic.some((prefix) => key.startsWith(prefix))
      );
    };
    const localOutbox = [
      ...readFileSync("app/features/mail/outbox.page.server.ts", "utf8").matchAll(/words\.(\w+)/g),
    ].map(([, key]) => `outbox.${key}`);
    const unused = [...flatten(en.common), ...flatten(en.glossary)]
      .map(([key]) => key)
      // Metrics are named by their key, masks and the local outbox by the server that reads the file.
      .filter(
        (key) =>
          !isUsed(key) &&
          !key.startsWith("metrics.") &&
          !key.startsWith("demo.") &&
          !localOutbox.includes(key),
      );
    expect(unused).toEqual([]);
  });

  it("say in Spanish what they say in English, with the same blanks", () => {
    const blanks = (text: string) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
    for (const namespace of ["common", "glossary"] as const) {
      const spanish = new Map(flatten(es[namespace]));
      for (const [key, english] of flatten(en[namespace])) {
        expect(spanish.get(key), key).toBeTruthy();
        expect(blanks(spanish.get(key) ?? ""), key).toEqual(blanks(english));
      }
      expect(spanish.size).toBe(flatten(en[namespace]).length);
    }
  });

  it("set the sign of percent close in English and apart in Spanish", () => {
    for (const [key, text] of flatten(en.common)) expect(text, key).not.toMatch(/\s%/);
    for (const [key, text] of flatten(es.common)) expect(text, key).not.toMatch(/[\d}]%/);
  });

  it("have the forms of number that English and Spanish need", () => {
    for (const texts of [en.common, es.common]) {
      const keys = new Set(flatten(texts).map(([key]) => key));
      for (const key of keys)
        if (PLURAL.test(key))
          for (const form of ["one", "other"])
            expect(keys).toContain(key.replace(PLURAL, `_${form}`));
      // A count that is shown needs both forms.
      for (const [key, text] of flatten(texts))
        if (text.includes("{{count}}")) expect(key).toMatch(PLURAL);
    }
  });

  it("name every metric, unit, state and code of the trade", () => {
    const glossary = new Set(flatten(en.glossary).map(([key]) => key));
    for (const { key, unit, encoding } of METRICS) {
      expect(glossary, key).toContain(`metrics.${key}`);
      if (unit !== null) expect(glossary).toContain(`units.${unit}`);
      if (encoding && key !== "machine_state")
        for (const code of Object.values(encoding)) expect(glossary).toContain(`encoded.${code}`);
    }
    for (const state of [...MACHINE_STATES, "unknown"])
      expect(glossary).toContain(`states.${state}`);
  });
});

it("gives each area's texts a name of its own: of two with one name, the second would not be fetched", () => {
  const names = globSync("app/**/texts.ts").flatMap(
    (path) => /registerTexts\("([^"]+)"/.exec(readFileSync(path, "utf8"))?.[1] ?? [],
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
