import { convertV4MiniflareOptions, Miniflare, type MiniflareOptions } from "miniflare";
import { expect, test } from "vitest";
import { openCron } from "./workers.ts";

const LINES = 20_000;
const NOISE = `export default { fetch() {
  for (let line = 0; line < ${LINES}; line++) console.log(line, "x".repeat(1_000));
  return new Response();
} }`;
const JOBS = `export default { async scheduled({ cron }) {
  if (cron === "broken") throw new Error("broken");
  console.log("ran", cron);
} }`;

const worker = (name: string, contents: string) => ({
  ...{ name, compatibilityDate: "2025-01-01", modulesRoot: "/" },
  modules: [{ type: "ESModule", path: `/${name}.js`, contents }],
});

test("jobs run while workerd has more to log than its pipe holds, and say how they ended", async () => {
  const firstLine = Promise.withResolvers<void>();
  let lines = 0;
  const ran: string[] = [];
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      ...{ host: "127.0.0.1", port: 0 },
      workers: [worker("noise", NOISE), worker("helios-jobs", JOBS)],
    } as never),
    unsafeTriggerHandlers: true,
    handleStructuredLogs({ message }: { message: string }) {
      firstLine.resolve();
      if (message.startsWith("ran ")) ran.push(message);
      else lines++;
    },
  } as MiniflareOptions);
  try {
    await miniflare.ready;
    const noise = miniflare.dispatchFetch("http://localhost/");
    await firstLine.promise;
    const fire = openCron(miniflare);
    await fire("* * * * *");
    await noise;
    await expect.poll(() => ran).toEqual(["ran * * * * *"]);
    await expect.poll(() => lines).toBeGreaterThanOrEqual(LINES);
    await expect(fire("broken")).rejects.toThrow("exception");
  } finally {
    await miniflare.dispose();
  }
});
