import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { expect, it } from "vitest";

/** What quick-imports.mjs tells of each file of drizzle-orm without a look. */
it("every file of drizzle-orm that another one imports is a module, as its one package.json says", async () => {
  const folder = dirname(createRequire(import.meta.url).resolve("drizzle-orm"));
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((name) => name.endsWith("package.json"))).toEqual(["package.json"]);
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
    type: "module",
  });
  const imported = files
    .filter((name) => name.endsWith(".js"))
    .flatMap((name) =>
      [...readFileSync(join(folder, name), "utf8").matchAll(/from "(\.{1,2}\/[^"]+)"/g)].map(
        ([, path]) => path,
      ),
    );
  expect(imported.length).toBeGreaterThan(200);
  expect(imported.filter((path) => !path?.endsWith(".js"))).toEqual([]);
});
