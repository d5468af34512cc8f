/** A generated fleet beside the demo's machines, and a browser in which its superuser is signed in. */
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { requireChromium } from "#scripts/chromium.mjs";
import { call } from "./_helios.ts";

const SUPERUSER = { email: "superuser@helios.example", password: "Helios-Demo-2026" };
/** Calls of /v1 that a bench makes at once. */
export const AT_ONCE = 8;

/** A started Helios and a superuser's token of its /v1. */
export type Plant = { origin: string; token: string };

export async function signIn(origin: string): Promise<Plant> {
  const { data } = await call<{ data: { token: string } }>(`${origin}/v1/login`, SUPERUSER);
  return { origin, token: data.token };
}

/** Adds the machines `BENCH-<from>` up to, not with, `BENCH-<until>`; their ids in that order. */
export async function addMachines(
  { origin, token }: Plant,
  { from = 0, until }: { from?: number; until: number },
  detailsOf: (index: number) => { model: string; facility_id: number },
): Promise<number[]> {
  const add = async (index: number): Promise<number> => {
    const number = String(index).padStart(4, "0");
    const { data } = await call<{ data: { id: number } }>(
      `${origin}/v1/devices`,
      {
        ...{ serial_number: `BENCH-${number}`, name: `Bench machine ${number}`, make: "Sun" },
        ...detailsOf(index),
      },
      token,
    );
    return data.id;
  };
  const ids: number[] = [];
  for (let first = from; first < until; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, until - first);
    ids.push(...(await Promise.all(Array.from({ length: count }, (_, n) => add(first + n)))));
  }
  return ids;
}

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await requireChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });

/** A desk's browser with the session of /v1: signing in is not what is measured. `giveUpMs`: of a hung page. */
export async function openDesk(
  browser: Browser,
  { origin, token }: Plant,
  giveUpMs: number,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: "cookieConsent", value: "agreed", url: origin },
    { name: "sessionId", value: token, url: origin },
  ]);
  context.setDefaultTimeout(giveUpMs);
  context.setDefaultNavigationTimeout(giveUpMs);
  return context;
}
