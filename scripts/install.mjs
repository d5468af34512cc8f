// Installs the dependencies when they are missing or older than the lock file: no dependency itself, any
// Node from 20 on. `npm ci` first, for the exact tree; it refuses a lock file that lacks the builds of native
// packages for other systems (a registry that does not carry them leaves them out), and then `npm install`
// takes the same versions.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

/** @param {string} root */
export function isInstalled(root) {
  const installed = join(root, "node_modules", ".package-lock.json");
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs
  );
}

/** Throws with npm's words when neither way works. @param {string} root */
export function installDependencies(root) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
  let said = "";
  for (const command of ["ci", "install"]) {
    const result = spawnSync(npm, [command, ...flags], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (result.status === 0) return;
    said += `npm ${command}:\n${result.stdout ?? ""}${result.stderr ?? ""}${result.error ? `${result.error}\n` : ""}`;
  }
  throw new Error(
    `${said}\nThe dependencies could not be installed: see the lines above; check the network and the disk, then try again.`,
  );
}
