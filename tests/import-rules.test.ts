import { describe, expect, test } from "vitest";
import {
  breachesOf,
  importCycles,
  misspelledImports,
  resolveImport,
} from "./house/import-rules.ts";
import { importsOf, isCode, listFiles, readText } from "./house/source-files.ts";

const files = listFiles();
const known = new Set(files);
const exists = (path: string) => known.has(path);
/** Of each file, parsed once for all rules. */
const imports = files
  .filter(isCode)
  .map((path) => ({ path, own: importsOf(path, readText(path)) }));

const breaches = (from: string, source: string, others: string[] = []) =>
  breachesOf(from, importsOf(from, source), (path) => others.includes(path));

test("every file imports only what its layer may", () => {
  const found = imports.flatMap(({ path, own }) => breachesOf(path, own, exists));
  expect(found.join("\n")).toBe("");
});

test("every file spells what it imports in the one way", () => {
  const found = imports.flatMap(({ path, own }) => misspelledImports(path, own, exists));
  expect(found.join("\n")).toBe("");
  expect(
    misspelledImports(
      "app/a/b.ts",
      [{ specifier: "../c", typeOnly: false }],
      (path) => path === "app/c.ts",
    ),
  ).toEqual(['app/a/b.ts imports "../c": write "#app/c.ts"']);
});

test("no file imports itself by way of others", () => {
  const graph = new Map(
    imports.map(({ path, own }) => [
      path,
      own.flatMap(({ specifier }) => resolveImport(path, specifier, exists) ?? []),
    ]),
  );
  expect(importCycles(graph).join("\n")).toBe("");
  expect(
    importCycles(
      new Map([
        ["a", ["b"]],
        ["b", ["a"]],
      ]),
    ),
  ).toEqual(["a → b → a"]);
});

describe("the rules refuse", () => {
  const refused: [string, string, string, string][] = [
    [
      "a route that queries the database",
      "app/routes/dashboard/route.tsx",
      `import { devices } from "#app/db/schema/machines";`,
      "app/db/schema/machines.ts",
    ],
    [
      "a route that reads storage",
      "app/routes/v1.x.ts",
      `import { r2Store } from "#app/storage/object-store.server";`,
      "app/storage/object-store.server.ts",
    ],
    [
      "a part of the platform that knows a use case, even by its type",
      "app/platform/context.server.ts",
      `import type { OpenedSession } from "#app/features/people/open-session.server.ts";`,
      "app/features/people/open-session.server.ts",
    ],
    [
      "a guard of pages that knows a use case",
      "app/pages/guards.server.ts",
      `import { getMachine } from "#app/features/machines/get-machine.server.ts";`,
      "app/features/machines/get-machine.server.ts",
    ],
    [
      "the endpoints' wrapper that knows a use case",
      "app/api/define-api.server.ts",
      `import { getMachine } from "#app/features/machines/get-machine.server.ts";`,
      "app/features/machines/get-machine.server.ts",
    ],
    [
      "words of every page that know an area's",
      "app/locales/en/common.ts",
      `import { texts } from "#app/features/a/texts.en.ts";`,
      "app/features/a/texts.en.ts",
    ],
    [
      "a route that imports another",
      "app/routes/v1.a.ts",
      `import { loader } from "./v1.b";`,
      "app/routes/v1.b.ts",
    ],
    [
      "a feature that looks into another",
      "app/features/a/card.tsx",
      `import { Chip } from "#app/features/b/chip";`,
      "app/features/b/chip.tsx",
    ],
    [
      "a feature that queries",
      "app/features/a/card.tsx",
      `import { openDb } from "#app/db/client.server";`,
      "app/db/client.server.ts",
    ],
    [
      "a component's file that runs a use case",
      "app/features/a/card.tsx",
      `import { listA } from "./list-a.server";`,
      "app/features/a/list-a.server.ts",
    ],
    [
      "a use case that imports a component",
      "app/features/a/list-a.server.ts",
      `import { Card } from "./card";`,
      "app/features/a/card.tsx",
    ],
    [
      "a use case that answers HTTP",
      "app/features/a/list-a.server.ts",
      `import { session } from "#app/pages/session.server.ts";`,
      "app/pages/session.server.ts",
    ],
    [
      "a component that knows a feature",
      "app/components/ui/x.tsx",
      `import { Card } from "#app/features/a/card";`,
      "app/features/a/card.tsx",
    ],
    [
      "a component that listens",
      "app/components/ui/x.tsx",
      `import { useMetric } from "#app/live/index.ts";`,
      "app/live/index.ts",
    ],
    [
      "a domain file that reads storage",
      "app/domain/a.ts",
      `import { read } from "../storage/read.ts";`,
      "app/storage/read.ts",
    ],
    [
      "a domain file that knows a Worker",
      "app/domain/a.ts",
      `import type { WebEnv } from "#workers/ingest/app.ts";`,
      "workers/ingest/app.ts",
    ],
    [
      "a Worker that opens another's folder",
      "workers/live/a.ts",
      `export { x } from "../ingest/x.ts";`,
      "workers/ingest/x.ts",
    ],
    [
      "a Worker that imports a page",
      "workers/jobs/a.ts",
      `const x = await import("../../app/routes/v1.x.ts");`,
      "app/routes/v1.x.ts",
    ],
    [
      "a simulator that reaches into the Workers",
      "simulator/a.ts",
      `import { x } from "../workers/ingest/x.ts";`,
      "workers/ingest/x.ts",
    ],
    [
      "a program that ships a test helper",
      "scripts/a.ts",
      `import { startHelios } from "../tests/helios.ts";`,
      "tests/helios.ts",
    ],
  ];
  test.each(refused)("%s", (_name, from, source, to) => {
    const [sentence] = breaches(from, source, [to]);
    expect(sentence).toContain(from);
    expect(sentence).toContain(to);
  });

  test("packages that a layer does not know", () => {
    expect(breaches("app/domain/a.ts", `import { DateTime } from "luxon";`)).toHaveLength(1);
    expect(breaches("app/domain/a.ts", `import { z } from "zod";`)).toEqual([]);
    expect(
      breaches("app/features/a/list-a.server.ts", `import { json } from "@remix-run/cloudflare";`),
    ).toHaveLength(1);
    expect(breaches("workers/live/a.ts", `import { useState } from "react";`)).toHaveLength(1);
    expect(breaches("app/components/ui/x.tsx", `import { eq } from "drizzle-orm";`)).toHaveLength(
      1,
    );
  });
});

test("a feature's component may take the types of its own use case", () => {
  expect(
    breaches("app/features/a/card.tsx", `import type { Row } from "./list-a.server";`, [
      "app/features/a/list-a.server.ts",
    ]),
  ).toEqual([]);
});
