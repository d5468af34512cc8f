/** The `phoenix` client of npm, unchanged, on a page of ours in a browser: by the page's cookie, and through a kill of the server. */
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { startHelios, demoDataDir } from "#tests/helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const ADMIN = "admin@acme.example";
const SEEN = { timeout: GIVE_UP_MS, interval: 100 };

const phoenix = join(dirname(createRequire(import.meta.url).resolve("phoenix")), "phoenix.min.js");

type Heard = { joins: unknown[]; values: unknown[]; state: string };
type Listening = {
  Phoenix: {
    Socket: new (
      path: string,
      options?: { authToken?: string },
    ) => { connect(): void; channel(topic: string): PhoenixChannel };
  };
  heard: () => Heard;
};
type Telemetry = { data: { value: unknown } | null };
type PhoenixChannel = {
  state: string;
  on(event: string, listener: (payload: Telemetry) => void): void;
  join(): { receive(status: string, listener: (response: Telemetry) => void): void };
};

const browser = await journeyBrowser();

test("the phoenix client in a browser hears what is new, and comes back by itself after a kill -9 of the server", async () => {
  const dataDir = demoDataDir();
  let helios = await startHelios({ dataDir });
  try {
    const { origin, port } = helios;
    const token = await signIn(origin, ADMIN);
    const [device] = await listDevices(origin, token);
    const { key } = await createSampler(origin, token, device!.id);
    const post = (value: number) =>
      postBatch(origin, key, [{ times: [Date.now()], tags: { in_browser: [value] } }]);
    await post(1);
    const { page, context } = await newVisitor(browser);
    await openAs(page, origin, ADMIN);
    // As the console would run it: the page's own policy lets no foreign script in.
    await page.evaluate(readFileSync(phoenix, "utf8"));
    await page.evaluate((topic) => {
      const { Phoenix } = window as unknown as Listening;
      const socket = new Phoenix.Socket("/socket");
      socket.connect();
      const channel = socket.channel(topic);
      const [joins, values]: [unknown[], unknown[]] = [[], []];
      channel.on("telemetry", ({ data }) => values.push(data?.value));
      channel.join().receive("ok", ({ data }) => joins.push(data?.value));
      (window as unknown as Listening).heard = () => ({ joins, values, state: channel.state });
    }, `machine_telemetry:single:${device!.id}:in_browser`);
    const heard = () => page.evaluate(() => (window as unknown as Listening).heard());

    await vi.waitFor(async () => expect((await heard()).joins).toEqual([1]), SEEN);
    await post(2);
    await vi.waitFor(async () => expect((await heard()).values).toEqual([2]), SEEN);

    await helios.kill9();
    await vi.waitFor(async () => expect((await heard()).state).toBe("errored"), SEEN);
    helios = await startHelios({ dataDir, port });
    await vi.waitFor(async () => expect((await heard()).joins).toEqual([1, 2]), SEEN);
    await post(3);
    await vi.waitFor(
      async () => expect(await heard()).toEqual({ joins: [1, 2], values: [2, 3], state: "joined" }),
      SEEN,
    );
    await context.close();
  } finally {
    await helios.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("the phoenix client in a browser opens by authToken, without a cookie and without a token in the address", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, ADMIN);
  const [device] = await listDevices(origin, token);
  const { page, context } = await newVisitor(browser);
  const addresses: string[] = [];
  page.on("websocket", (socket) => addresses.push(socket.url()));
  await page.goto(`${origin}/login`);
  await page.evaluate(readFileSync(phoenix, "utf8"));
  const join = (authToken: string) =>
    page.evaluate(
      ({ authToken, topic }) => {
        const { Phoenix } = window as unknown as Listening;
        const socket = new Phoenix.Socket("/socket", { authToken });
        return new Promise<string>((resolve) => {
          const { onError, disconnect } = socket as unknown as {
            onError(listener: () => void): void;
            disconnect(): void;
          };
          onError.call(socket, () => resolve("refused"));
          socket.connect();
          socket
            .channel(topic)
            .join()
            .receive("ok", () => {
              resolve("joined");
              disconnect.call(socket);
            });
        });
      },
      { authToken, topic: `machine_telemetry:single:${device!.id}:machine_speed` },
    );
  expect(await join(token)).toBe("joined");
  expect(await join("x".repeat(43))).toBe("refused");
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => address.includes("token"))).toEqual([]);
  await context.close();
});
