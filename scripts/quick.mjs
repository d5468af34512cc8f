// What `npm test -- quick` looks at.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** What differs from the main branch, committed or not. @param {string} root */
export function changedFiles(root) {
  const git = (/** @type {string[]} */ ...args) => {
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    return status === 0 ? stdout.trim().split("\n").filter(Boolean) : [];
  };
  const [base = "HEAD"] = ["origin/main", "main"].flatMap((branch) =>
    git("merge-base", "HEAD", branch),
  );
  const files = [
    ...git("diff", "--name-only", "--diff-filter=AMR", base),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(files)].filter((file) => existsSync(join(root, file)));
}
