// Finds the browser that the journeys drive: no dependency, any Node from 20 on.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { spawnSync } from "node:child_process";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const PLACES = [
  "/usr/bin/chromium",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** @param {string} path */
function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of an installed Chromium or Chrome, or null. CHROMIUM_PATH decides when it is set. @returns {string | null} */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return runs(chosen) ? chosen : null;
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...PLACES, ...onPath].find(runs) ?? null;
}

/** Finds it or, as root on Debian, installs it. Throws one clear line. @returns {string} */
export function requireChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROMIUM_PATH)
    throw new Error(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which cannot be run.`);
  const canInstall =
    process.getuid?.() === 0 &&
    spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (canInstall) {
    console.log("Installing Chromium for the browser tests …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      stdio: ["ignore", "ignore", "inherit"],
      env,
    });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    "The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to its program.",
  );
}
