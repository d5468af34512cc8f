// What `npm test -- quick` looks at.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const TYPED = /\.(ts|tsx|mjs)$/;
/** Types of all files hang on these. */
const ABOUT_TYPES = /(^|\/)(tsconfig\.json|\.oxlintrc\.json|package-lock\.json|[^/]+\.d\.ts)$/;
const IMPORTED = /\b(?:from|import) ?\(?"([#.]\.?\/[^"\n]+|#[a-z]+\/[^"\n]+)"/g;

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
 * The files whose types a change can break at once: what changed, and what imports it or what is gone.
 * Null where that is every file.
 * @param {string} root @param {{ changed: string[], gone: string[] }} files
 * @returns {string[] | null}
 */
export function typedFiles(root, { changed, gone }) {
  const touched = [...changed, ...gone];
  if (touched.some((file) => ABOUT_TYPES.test(file))) return null;
  const sources = new Set(touched.filter((file) => TYPED.test(file)));
  if (sources.size === 0) return [];
  const importers = gitLines(root, "ls-files", "--cached", "--others", "--exclude-standard")
    .filter((file) => TYPED.test(file) && existsSync(join(root, file)))
    .filter((file) => importsOf(root, file).some((imported) => sources.has(imported)));
  return [...new Set([...changed.filter((file) => TYPED.test(file)), ...importers])];
}

/** Paths from the root. @param {string} root @param {string} file */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(IMPORTED)].map(([, name = ""]) =>
    name.startsWith("#") ? name.slice(1) : join(dirname(file), name),
  );
}
