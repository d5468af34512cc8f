import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { KEPT_BYTES, ROOM_BYTES, watchDiskRoom, type DiskRoom } from "./disk-room.ts";

let dataDir: string;
let free: number;
let said: string[];
let room: DiskRoom;
const lookAt = async (bytes: number): Promise<boolean> => {
  free = bytes;
  await room.look();
  return room.hasRoom();
};
const spare = () => join(dataDir, "spare");

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "helios-room-"));
  said = [];
  const say = (line: string) => void said.push(line);
  room = watchDiskRoom({ dataDir, say, freeBytes: () => Promise.resolve(free) });
});
afterEach(() => {
  room.stop();
  rmSync(dataDir, { recursive: true });
});

it("says once that the disk is nearly full and once that there is room again, and does not flutter", async () => {
  const seen = [];
  for (const bytes of [
    ROOM_BYTES,
    KEPT_BYTES,
    KEPT_BYTES - 1,
    1,
    KEPT_BYTES,
    ROOM_BYTES - 1,
    ROOM_BYTES,
  ])
    seen.push(await lookAt(bytes));
  expect(seen).toEqual([true, true, false, false, false, false, true]);
  expect(said).toEqual([
    expect.stringContaining("is nearly full (63 MiB left)"),
    expect.stringContaining("has room again"),
  ]);
});

it("gives up its spare file on the last bytes, and keeps one again before samples are stored again", async () => {
  await lookAt(ROOM_BYTES);
  expect(statSync(spare()).size).toBe(16 * 2 ** 20);
  await lookAt(3 * 2 ** 20);
  expect(existsSync(spare())).toBe(true);
  await lookAt(2 ** 20);
  expect(existsSync(spare())).toBe(false);
  await lookAt(KEPT_BYTES - 1);
  expect(existsSync(spare())).toBe(false);
  expect(await lookAt(KEPT_BYTES)).toBe(false);
  expect(existsSync(spare())).toBe(true);
});

it("keeps a spare file on a disk that never had more room than it needs", async () => {
  await lookAt(KEPT_BYTES);
  expect(existsSync(spare())).toBe(true);
});

it("goes on as before while the disk does not answer", async () => {
  await lookAt(1);
  rmSync(dataDir, { recursive: true });
  const gone = watchDiskRoom({ dataDir, say: (line) => void said.push(line) });
  await gone.look();
  gone.stop();
  expect([gone.hasRoom(), room.hasRoom(), said.length]).toEqual([true, false, 1]);
  room.stop();
  dataDir = mkdtempSync(join(tmpdir(), "helios-room-"));
});
