/** What a failed journey leaves under test-results/: each page's screenshot, console and network, and each server's log. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";

const RESULTS = fileURLToPath(new URL("../test-results/", import.meta.url));
const SCREENSHOT_MS = 15_000;
/** Of each page. A wall that runs for minutes says the same again and again. */
const MAX_LINES = 5_000;
const MAX_NAME = 120;
/** What `npm test` says once more at its end of each page that was open: its dialogs and alerts, and its last lines. */
const CONSOLE_IN_SHORT = 5;
const NETWORK_IN_SHORT = 12;
const LINE_IN_SHORT = 240;
const READ_MS = 5_000;

type Seen = { page: Page; console: string[]; network: string[] };
/** Contexts that are open, and what their pages said. */
const open = new Map<BrowserContext, Seen[]>();
/** What each Helios that this process started has printed so far. */
const logs = new Map<string, () => string>();

export const keepLogOf = (name: string, output: () => string): void => void logs.set(name, output);
/** The next file has its own. */
export const forgetLogs = (): void => logs.clear();

export function watchContext(context: BrowserContext): void {
  const pages: Seen[] = [];
  open.set(context, pages);
  context.on("close", () => open.delete(context));
  context.on("page", (page) => {
    const seen: Seen = { page, console: [], network: [] };
    pages.push(seen);
    const note = (lines: string[], text: string) => {
      if (lines.length < MAX_LINES) lines.push(`${new Date().toISOString()} ${text}`);
    };
    page.on("console", (message) => note(seen.console, `${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => note(seen.console, `uncaught: ${error.stack ?? error}`));
    page.on("framenavigated", (frame) => note(seen.network, `at ${frame.url()}`));
    page.on("response", (answer) =>
      note(seen.network, `${answer.status()} ${answer.request().method()} ${answer.url()}`),
    );
    page.on("requestfailed", (request) =>
      note(
        seen.network,
        `failed ${request.method()} ${request.url()}: ${request.failure()?.errorText}`,
      ),
    );
    page.on("websocket", (socket) => {
      note(seen.network, `socket opened ${socket.url()}`);
      socket.on("close", () => note(seen.network, `socket closed ${socket.url()}`));
      socket.on("socketerror", (error) => note(seen.network, `socket failed ${error}`));
    });
  });
}

export const openContexts = (): BrowserContext[] => [...open.keys()];

/** Writes what is known of a failed test, and answers the folder. */
export async function keepEvidence(
  test: string,
  more: Record<string, string> = {},
): Promise<string> {
  const folder = join(RESULTS, "failed", test.replace(/[^\w.-]+/g, "-").slice(0, MAX_NAME));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  let number = 0;
  const inShort: string[] = [];
  for (const { page, console, network } of [...open.values()].flat()) {
    number++;
    write(`page-${number}-console.txt`, console.join("\n"));
    write(`page-${number}-network.txt`, `now at ${page.url()}\n${network.join("\n")}`);
    inShort.push(
      `page ${number}, now at ${page.url()}`,
      ...(await partsInFront(page)),
      ...console.slice(-CONSOLE_IN_SHORT),
      ...network.slice(-NETWORK_IN_SHORT),
    );
    await page
      .screenshot({ path: join(folder, `page-${number}.png`), timeout: SCREENSHOT_MS })
      .catch((error: unknown) => write(`page-${number}-no-screenshot.txt`, String(error)));
  }
  write("in-short.txt", inShort.map((line) => line.slice(0, LINE_IN_SHORT)).join("\n"));
  for (const [name, output] of logs) write(`${name}.log`, output());
  for (const [name, text] of Object.entries(more)) write(name, text);
  return folder;
}

/** What each dialog and alert of a page says and whether it can be seen, and where the focus is. */
async function partsInFront(page: Page): Promise<string[]> {
  const read = page.evaluate(() => {
    const parts = [...document.querySelectorAll('[role$="dialog"], [role="alert"]')];
    const said = parts.map((part) => {
      const hidden = part.closest("[inert], [aria-hidden='true'], [hidden]") !== null;
      const text = (part as HTMLElement).innerText.replace(/\s+/g, " ");
      return `${part.getAttribute("role")}${hidden ? " (hidden)" : ""}: ${text}`;
    });
    const focus = document.activeElement?.outerHTML.slice(0, 120) ?? "nothing";
    return [...said, `focus: ${focus}`];
  });
  const late = new Promise<string[]>((done) => {
    setTimeout(done, READ_MS, ["the page does not answer"]).unref();
  });
  return Promise.race([read, late]).catch((error: unknown) => [String(error)]);
}
