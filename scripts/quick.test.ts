import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changedFiles, touchedBy } from "./quick.mjs";

describe("what the quick tests look at", () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@x.example", ...args], {
      cwd: root,
      stdio: "pipe",
    });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const commit = () => {
    git("add", "-A");
    git("commit", "-qm", "x");
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "helios-quick-"));
    git("init", "-q", "-b", "main");
    write("app/domain/speed.ts", "export const speed = 1;");
    write("app/domain/text.ts", "export const text = speed;");
    write("app/near.ts", 'import { speed } from "./domain/speed.ts";');
    write("app/far.tsx", 'const { speed } = await import("#app/domain/speed.ts");');
    write("workers/up.ts", 'export { speed } from "../app/domain/speed.ts";');
    write("app/other.ts", 'import { text } from "#app/domain/text.ts";');
    write("tsconfig.json", "{}");
    commit();
    git("checkout", "-qb", "work");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const typed = () => touchedBy(root, changedFiles(root)).typed?.toSorted();
  const tests = () => touchedBy(root, changedFiles(root)).tests.toSorted();

  it("is nothing where nothing changed", () => {
    expect(changedFiles(root)).toEqual({ changed: [], gone: [] });
    expect(typed()).toEqual([]);
  });

  it("is a file that changed and every file that imports it", () => {
    write("app/domain/speed.ts", "export const speed = 2;");
    commit();
    write("app/new.ts", "");
    expect(changedFiles(root).changed.toSorted()).toEqual(["app/domain/speed.ts", "app/new.ts"]);
    expect(typed()).toEqual([
      "app/domain/speed.ts",
      "app/far.tsx",
      "app/near.ts",
      "app/new.ts",
      "workers/up.ts",
    ]);
  });

  it("is tests that import what changed, themselves or through one other file", () => {
    write("app/near.test.ts", 'import "./near.ts";');
    write("app/domain/speed.test.ts", 'import { speed } from "./speed.ts";');
    write("app/far.test.tsx", 'import "./near-near.ts";');
    write("app/near-near.ts", 'import "./near.ts";');
    commit();
    git("branch", "-f", "main");
    write("app/domain/speed.ts", "export const speed = 3;");
    expect(tests()).toEqual(["app/domain/speed.test.ts", "app/near.test.ts"]);
    git("rm", "-q", "app/domain/speed.test.ts");
    write("app/new.test.ts", "");
    expect(tests()).toEqual(["app/near.test.ts", "app/new.test.ts"]);
  });

  it("is what imports a file that is gone", () => {
    git("mv", "app/domain/text.ts", "app/domain/words.ts");
    expect(changedFiles(root)).toEqual({
      changed: ["app/domain/words.ts"],
      gone: ["app/domain/text.ts"],
    });
    expect(typed()).toEqual(["app/domain/words.ts", "app/other.ts"]);
  });

  it("is everything where the settings of types changed", () => {
    write("tsconfig.json", '{"compilerOptions":{}}');
    expect(typed()).toBeUndefined();
  });

  it("is no type where texts changed alone", () => {
    write("README.md", "# Words");
    expect(typed()).toEqual([]);
  });
});
