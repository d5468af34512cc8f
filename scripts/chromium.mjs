// Finds the browser that the journeys drive: no dependency, any Node from 20 on.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { spawn } from "node:child_process";

const CHROMIUM = {
  names: ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"],
  places: [
    "/usr/bin/chromium",
    "/snap/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ],
};
/** The same engine without a window around its pages: a journey takes half of the processor's time. */
const HEADLESS_SHELL = {
  names: ["chromium-headless-shell", "chrome-headless-shell"],
  places: ["/usr/bin/chromium-headless-shell"],
};
/** What an installation may take before the tests do without. */
const INSTALL_MS = 240_000;
/** Without a network it fails soon. */
const APT_WAITS = [
  "Acquire::http::Timeout=20",
  "Acquire::Retries=1",
  "DPkg::Lock::Timeout=60",
].flatMap((option) => ["-o", option]);

/** @param {string} path */
function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {{ names: string[], places: string[] }} program @returns {string | null} */
function find({ names, places }) {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...places, ...onPath].find(runs) ?? null;
}

/** What CHROMIUM_PATH names, or null when it is not set. Throws one clear line. @returns {string | null} */
function chosen() {
  const path = process.env.CHROMIUM_PATH;
  if (path && !runs(path)) throw new Error(`CHROMIUM_PATH names ${path}, which cannot be run.`);
  return path || null;
}

/**
 * An installed Chromium or Chrome, or one that is installed now (as root, on Debian). CHROMIUM_PATH decides when it is set.
 * Throws one clear line.
 * @returns {Promise<string>} its path
 */
export async function requireChromium() {
  const found = chosen() ?? find(CHROMIUM);
  if (found) return found;
  await install("chromium");
  const installed = find(CHROMIUM);
  if (installed) return installed;
  throw new Error(
    "The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to its program.",
  );
}

/**
 * The browser of the journeys: the headless shell, or Chromium where there is none and none can be installed. CHROMIUM_PATH
 * decides when it is set. Throws one clear line.
 * @returns {Promise<string>} its path
 */
export async function requireHeadless() {
  const found = chosen() ?? find(HEADLESS_SHELL);
  if (found) return found;
  await install("chromium-headless-shell");
  return find(HEADLESS_SHELL) ?? requireChromium();
}

/** Installs a package as root on Debian; nowhere else, and no failure is one. @param {string} name */
async function install(name) {
  if (process.getuid?.() !== 0 || !find({ names: ["apt-get"], places: [] })) return;
  console.log(`Installing ${name} for the browser tests …`);
  const aptGet = (/** @type {string[]} */ ...args) =>
    new Promise((ended) => {
      const run = spawn("apt-get", ["-qq", ...APT_WAITS, ...args], {
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
        stdio: ["ignore", "ignore", "inherit"],
        timeout: INSTALL_MS,
      });
      run.on("error", ended);
      run.on("exit", ended);
    });
  await aptGet("update");
  await aptGet("install", "-y", "--no-install-recommends", name);
}
