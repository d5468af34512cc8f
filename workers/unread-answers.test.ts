import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LARGE_BYTES, UnreadAnswers } from "./unread-answers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const large = (pieces: number, fill = 7) => new Uint8Array(pieces * LARGE_BYTES).fill(fill);
const isRead = async (stream: ReadableStream<Uint8Array>, bytes: Uint8Array) =>
  Buffer.from(await new Response(stream).arrayBuffer()).equals(bytes);

it("an answer is read as it is, and nothing of it is kept then", async () => {
  const unread = new UnreadAnswers();
  const bytes = large(3).subarray(0, 3 * LARGE_BYTES - 7);
  bytes.set([1, 2, 3], LARGE_BYTES - 1);
  expect(await isRead(unread.send(bytes), bytes)).toBe(true);
  expect(unread.bytes).toBe(0);
});

it("an answer that is not read from for half a minute fails, and is kept no longer", async () => {
  const unread = new UnreadAnswers();
  const reader = unread.send(large(4)).getReader();
  for (let taken = 0; taken < 3; taken++) {
    vi.advanceTimersByTime(29_000);
    expect((await reader.read()).value).toHaveLength(LARGE_BYTES);
  }
  expect(unread.bytes).toBe(4 * LARGE_BYTES);
  vi.advanceTimersByTime(31_000);
  expect(unread.bytes).toBe(0);
  await expect(reader.read()).rejects.toThrow("was not read");
});

it("of more than may be kept, those fail that were read from the longest ago", async () => {
  const unread = new UnreadAnswers(8 * LARGE_BYTES);
  const answers = [large(4, 1), large(4, 2)].map((bytes) => unread.send(bytes).getReader());
  await answers[0]!.read();
  const last = large(4, 3);
  const newest = unread.send(last);
  expect(unread.bytes).toBe(8 * LARGE_BYTES);
  await expect(answers[1]!.read()).rejects.toThrow("given up");
  expect((await answers[0]!.read()).value).toHaveLength(LARGE_BYTES);
  expect(await isRead(newest, last)).toBe(true);
});

it("an answer alone is sent however large it is, and one whose reader leaves is kept no longer", async () => {
  const unread = new UnreadAnswers(LARGE_BYTES);
  const stream = unread.send(large(3));
  expect(unread.bytes).toBe(3 * LARGE_BYTES);
  await stream.cancel();
  expect(unread.bytes).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
