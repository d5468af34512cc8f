/**
 * How long from a gateway's first call to live values on the page of its machine, which is not configured yet: the call that
 * enrolls, the first batch, and the page in a browser that was signed in before. The server is on the same machine.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { DAY_MS } from "#app/domain/durations.ts";
import { launchBrowser, openDesk, signIn } from "./_fleet.ts";
import { call, startHelios } from "./_helios.ts";
import { quantile } from "./_live-sockets.ts";

export const about = "a gateway's first call, its first batch, and the value on its machine's page";

const GIVE_UP_MS = 60_000;
const STEPS = ["enroll", "first batch", "value on the page", "in all"];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: "string", default: "10" } } });
  const rounds = Number(values.rounds);
  if (!(rounds >= 1 && rounds <= 100)) throw new Error("--rounds takes 1 to 100");
  const { origin, stop } = await startHelios();
  const browser = await launchBrowser();
  try {
    const plant = await signIn(origin);
    const key = await newEnrollmentKey(origin, plant.token, rounds + 1);
    const context = await openDesk(browser, plant, GIVE_UP_MS);
    const page = await context.newPage();
    const taken: number[][] = [];
    // The first round compiles scripts and fills caches: it is not counted.
    for (let round = 0; round <= rounds; round++) {
      const steps = await beginMachine(origin, key, page, 140 + round);
      if (round > 0) taken.push(steps);
    }
    console.log(`\n${rounds} machines, load ${loadavg()[0]!.toFixed(1)}; ms, median / most`);
    for (const [index, step] of STEPS.entries()) {
      const ms = taken.map((steps) => steps[index]!);
      const cells = [quantile(ms, 0.5), Math.max(...ms)].map((each) => each.toFixed(0));
      console.log(`${step.padEnd(20)}${cells.join(" / ")}`);
    }
    console.log("asked for: 5,000 in all");
  } finally {
    await browser.close();
    await stop();
  }
}

async function newEnrollmentKey(origin: string, token: string, uses: number): Promise<string> {
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  const body = { name: "Bench", make: "Sun", max_uses: uses, expires_at: expiresAt };
  const { data } = await call<{ data: { key: string } }>(
    `${origin}/v1/enrollment_keys`,
    body,
    token,
  );
  return data.key;
}

/** Milliseconds of each of STEPS. */
async function beginMachine(
  origin: string,
  enrollmentKey: string,
  page: Page,
  speed: number,
): Promise<number[]> {
  const moments = [performance.now()];
  const { data } = await call<{ data: { device_id: number; key: string } }>(
    `${origin}/ingest/v1/enroll`,
    {
      ...{ serial_number: `BENCH-${speed}`, make: "Sun", model: "Sun625" },
      sampler: { name: "Gateway", spec: "http" },
    },
    enrollmentKey,
  );
  moments.push(performance.now());
  const tags = { machine_speed: [speed], machine_state: ["running_and_feeding"] };
  await call(
    `${origin}/ingest/v1/batches`,
    { batch_id: "first", frames: [{ times: [Date.now()], tags }], buffered: 0, dropped: 0 },
    data.key,
  );
  moments.push(performance.now());
  await page.goto(`${origin}/machines/${data.device_id}`, { waitUntil: "commit" });
  await page
    .locator("header, main")
    .getByText(String(speed), { exact: true })
    .first()
    .waitFor({ timeout: GIVE_UP_MS });
  moments.push(performance.now());
  return [...moments.slice(1).map((at, index) => at - moments[index]!), moments[3]! - moments[0]!];
}
