// A program that is given up where it hangs, however long it may work: no total is set, but how long it says nothing.
// Plain JavaScript for any Node from 20 on, as scripts/test.mjs is.
import { spawn } from "node:child_process";

/** Between being asked to end and being ended. */
const LEAVE_MS = 10_000;

/**
 * Runs a program to its end, or until it gave no sign of life for `silentMs`: a line, or a message by `process.send`, with
 * which the tests tell of each one that ended (tests/setup/tell-progress.ts). "show": its lines go where ours go, unseen here.
 *
 * @param {string} program @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, output: "show" | "collect", silentMs: number, start?: typeof spawn }} options
 * @returns {Promise<{ code: number | null, output: string }>} `code` null: a signal ended it
 */
export function runWatched(program, args, { cwd, env, output, silentMs, start = spawn }) {
  return new Promise((resolve) => {
    const said = output === "show" ? "inherit" : "pipe";
    const child = start(program, args, {
      cwd,
      env,
      stdio: [output === "show" ? "inherit" : "ignore", said, said, "ipc"],
    });
    let text = "";
    const giveUp = () => {
      text += `\n${program} said nothing for ${silentMs / 60_000} minutes, and was given up.\n`;
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), LEAVE_MS).unref();
    };
    let timer = setTimeout(giveUp, silentMs);
    let isOver = false;
    const noteSign = () => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(giveUp, silentMs);
    };
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        text += chunk;
        noteSign();
      });
    child.on("message", noteSign);
    const end = (/** @type {number | null} */ code) => {
      isOver = true;
      clearTimeout(timer);
      resolve({ code, output: text });
    };
    child.on("error", (error) => {
      text += `${error}\n`;
      end(1);
    });
    child.on("exit", end);
  });
}
