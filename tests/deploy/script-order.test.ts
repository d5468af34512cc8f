/** Scripts of the pages that import each other in a circle run in an order that nobody chose: one reads what is not there yet. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ASSETS = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));

test("no script of the pages imports itself by way of others", () => {
  const imports = new Map(
    readdirSync(ASSETS)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, importsOf(readFileSync(ASSETS + name, "utf8"))]),
  );
  expect(imports.size).toBeGreaterThan(50);
  // Whoever imports nothing that is left is taken away; what stays is in a circle, or leads to one.
  for (let before = -1; before !== imports.size;) {
    before = imports.size;
    for (const [name, others] of imports)
      if (!others.some((other) => imports.has(other))) imports.delete(name);
  }
  expect([...imports.keys()]).toEqual([]);
});

const importsOf = (script: string): string[] =>
  [...script.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)].map(([, name]) => name!);
