// What `npm test -- quick` looks at.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const CODE = /\.(ts|tsx|mjs)$/;
const TEST = /\.test\.tsx?$/;
/** Types of all files hang on these. */
const ABOUT_TYPES = /(^|\/)(tsconfig\.json|\.oxlintrc\.json|package-lock\.json|[^/]+\.d\.ts)$/;
const IMPORTED = /\b(?:from|import) ?\(?"(\.{1,2}\/[^"\n]+|#[a-z]+\/[^"\n]+)"/g;

/** @param {string} root @param {string[]} args */
function gitLines(root, ...args) {
  const { status, stdout } = spawnSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return status === 0 ? stdout.trim().split("\n").filter(Boolean) : [];
}

/** What differs from the main branch, committed or not, and what is gone since. @param {string} root */
export function changedFiles(root) {
  const [base = "HEAD"] = ["origin/main", "main"].flatMap((branch) =>
    gitLines(root, "merge-base", "HEAD", branch),
  );
  const files = [
    ...gitLines(root, "diff", "--name-only", "--no-renames", base),
    ...gitLines(root, "ls-files", "--others", "--exclude-standard"),
  ];
  const all = [...new Set(files)];
  const exists = (/** @type {string} */ file) => existsSync(join(root, file));
  return { changed: all.filter(exists), gone: all.filter((file) => !exists(file)) };
}

/**
 * What of a change is looked at: where types can break at once, in what changed and in what imports it (null: in all
 * files), and tests that import it themselves or through one other file. Tests further off are `npm test`'s.
 * @param {string} root @param {{ changed: string[], gone: string[] }} files
 * @returns {{ typed: string[] | null, tests: string[] }}
 */
export function touchedBy(root, { changed, gone }) {
  const touched = [...changed, ...gone];
  const sources = new Set(touched.filter((file) => CODE.test(file)));
  const importers = sources.size === 0 ? new Map() : importersByFile(root);
  const near = withImporters(sources, importers);
  const tests = [...withImporters(near, importers)].filter((file) => TEST.test(file));
  const exists = (/** @type {string} */ file) => !gone.includes(file);
  return {
    typed: touched.some((file) => ABOUT_TYPES.test(file)) ? null : [...near].filter(exists),
    tests: tests.filter(exists),
  };
}

/** @param {Set<string>} files @param {Map<string, string[]>} importers */
const withImporters = (files, importers) =>
  new Set([...files, ...[...files].flatMap((file) => importers.get(file) ?? [])]);

/** Of each file, by its path from the root. @param {string} root */
function importersByFile(root) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of gitLines(root, "ls-files", "--cached", "--others", "--exclude-standard")) {
    if (!CODE.test(file) || !existsSync(join(root, file))) continue;
    for (const imported of importsOf(root, file))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  return importers;
}

/** Paths from the root. @param {string} root @param {string} file */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(IMPORTED)].map(([, name = ""]) =>
    name.startsWith("#") ? name.slice(1) : join(dirname(file), name),
  );
}
