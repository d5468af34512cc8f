/**
 * A disk that is filled to its last byte while Helios runs: what was acknowledged is read, people sign in, samplers are told
 * to wait, and all goes on when there is room. On a file system of its own, which only some users may mount.
 */
import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import {
  createSampler,
  listDevices,
  postBatch,
  readSeries,
  sendBatch,
  signIn,
} from "#tests/api.ts";
import { startHelios, temporaryDataDir, type Helios } from "#tests/helios.ts";

const TIMEOUT_MS = 600_000;
const WAIT = { timeout: 240_000, interval: 100 };
/** Enough for the seed, Helios' own spare file and what it keeps for reading. */
const DISK = "300m";

const disk = temporaryDataDir();
const isMounted = mount();
let helios: Helios | undefined;
afterAll(async () => {
  await helios?.stop();
  if (isMounted) execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
}, TIMEOUT_MS);

function mount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", disk], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

/** Writes until there is not a byte left; not again what Helios gives up for that meanwhile. */
function fill(path: string): void {
  const file = openSync(path, "w");
  let isFull = false;
  try {
    for (let size = 2 ** 20; size >= 1; size = isFull ? Math.floor(size / 2) : size)
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        isFull = true;
      }
  } finally {
    closeSync(file);
  }
}

test.skipIf(!isMounted)(
  "loses nothing, goes on reading, and stores again when there is room",
  async () => {
    helios = await startHelios({ dataDir: join(disk, "data") });
    const { origin } = helios;
    const token = await signIn(origin, "admin@acme.example");
    const [device] = await listDevices(origin, token);
    const { key } = await createSampler(origin, token, device!.id, "Full disk");
    const now = Date.now() - 1_000;
    const frame = (offset: number) => [{ times: [now + offset], tags: { full_disk: [offset] } }];
    await postBatch(origin, key, frame(0));
    fill(join(disk, "filler"));

    const refused = await vi.waitFor(async () => {
      const answer = await sendBatch(origin, key, frame(1));
      const body = (await answer.json()) as { message: string };
      expect([answer.status, body.message]).toEqual([503, expect.stringContaining("nearly full")]);
      return answer;
    }, WAIT);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const read = () => readSeries(origin, token, device!.id, "full_disk", now - 1, now + 100);
    const values = async () => (await read()).map(({ value }) => value);
    const stored = await vi.waitFor(values, WAIT);
    expect(stored).toContain(0);
    // Each sign-in writes.
    await vi.waitFor(() => signIn(origin, "user@acme.example"), WAIT);
    for (let i = 0; i < 20; i++) expect(await values()).toEqual(stored);
    expect((await fetch(`${origin}/health`)).status).toBe(200);

    rmSync(join(disk, "filler"));
    await vi.waitFor(() => postBatch(origin, key, frame(2)), WAIT);
    expect(await values()).toEqual([...stored, 2]);
  },
  TIMEOUT_MS,
);
