import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  BODY_IDLE_MS,
  DISCARD_MS,
  DISCARDED_BYTES,
  discardBody,
  MIN_BODY_BYTES_PER_SECOND,
  readBody,
  readBodyText,
} from "./read-body.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

/** A body that is sent by hand, without a Content-Length unless one is given. */
function sentByHand(headers: Record<string, string> = {}) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => void (state.isCancelled = true),
  });
  const request = new Request("https://helios.test/x", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  return {
    request,
    state,
    send: (bytes: number) => controller.enqueue(new Uint8Array(bytes).fill(97)),
    end: () => controller.close(),
    breakOff: () => controller.error(new Error("connection reset")),
  };
}
/** The code that a reading ended with, or the number of bytes; null while it goes on. */
function outcomeOf(reading: Promise<Uint8Array>) {
  const outcome: { is: string | number | null } = { is: null };
  reading.then(
    (bytes) => void (outcome.is = bytes.length),
    (error: { code: string }) => void (outcome.is = error.code),
  );
  return outcome;
}
const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a body", () => {
  it("is read whole, however it is cut", async () => {
    const { request, send, end } = sentByHand();
    const outcome = outcomeOf(readBody(request, { maxBytes: 10 }));
    send(3);
    await passMs(10_000);
    send(7);
    await passMs(10_000);
    end();
    await passMs(0);
    expect(outcome.is).toBe(10);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that is none has no bytes", async () => {
    const request = new Request("https://helios.test/x", { method: "POST" });
    expect(await readBody(request, { maxBytes: 10 })).toHaveLength(0);
  });

  it("ends at the first byte too many, whether a length was announced or not", async () => {
    const { request, state, send, end } = sentByHand();
    const outcome = outcomeOf(readBody(request, { maxBytes: 10 }));
    send(6);
    send(5);
    end();
    await passMs(0);
    expect(outcome.is).toBe("too_large");
    expect(state.isCancelled).toBe(false);

    const announced = sentByHand({ "Content-Length": "11" });
    const refused = outcomeOf(readBody(announced.request, { maxBytes: 10 }));
    announced.end();
    await passMs(0);
    expect(refused.is).toBe("too_large");

    const lying = sentByHand({ "Content-Length": "2" });
    const counted = outcomeOf(readBody(lying.request, { maxBytes: 10 }));
    lying.send(11);
    lying.end();
    await passMs(0);
    expect(counted.is).toBe("too_large");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that is refused is read on for two seconds and 8 MiB at most, so that its sender hears why", async () => {
    const slow = sentByHand();
    const late = outcomeOf(readBody(slow.request, { maxBytes: 10 }));
    slow.send(11);
    await passMs(DISCARD_MS - 1);
    slow.send(11);
    expect([late.is, slow.state.isCancelled]).toEqual([null, false]);
    await passMs(1);
    expect([late.is, slow.state.isCancelled]).toEqual(["too_large", true]);

    const endless = sentByHand();
    const cut = outcomeOf(readBody(endless.request, { maxBytes: 10 }));
    for (let sent = 0; sent <= DISCARDED_BYTES; sent += 1_048_576) endless.send(1_048_576);
    await passMs(0);
    expect([cut.is, endless.state.isCancelled]).toEqual(["too_large", true]);

    const huge = sentByHand({ "Content-Length": String(DISCARDED_BYTES + 1) });
    const refused = outcomeOf(readBody(huge.request, { maxBytes: 10 }));
    await passMs(0);
    expect(refused.is).toBe("too_large");

    const unread = sentByHand({ "Content-Length": "100000" });
    const discarded = discardBody(unread.request);
    unread.send(100_000);
    unread.end();
    await discarded;
    expect(unread.request.bodyUsed).toBe(true);
    const gone = sentByHand();
    const dropped = discardBody(gone.request);
    gone.breakOff();
    await dropped;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that stops is given up after 30 s, at the beginning and in the middle", async () => {
    const silent = sentByHand();
    const begun = sentByHand();
    const [first, second] = [silent, begun].map(({ request }) =>
      outcomeOf(readBody(request, { maxBytes: 1_000_000 })),
    );
    begun.send(500_000);
    await passMs(BODY_IDLE_MS - 1);
    expect([first!.is, second!.is]).toEqual([null, null]);
    await passMs(1);
    expect([first!.is, second!.is]).toEqual(["request_timeout", "request_timeout"]);
    expect([silent.state.isCancelled, begun.state.isCancelled]).toEqual([true, true]);
  });

  it("that drips is given up as well: progress is a rate", async () => {
    const { request, send } = sentByHand();
    const outcome = outcomeOf(readBody(request, { maxBytes: 1_000_000 }));
    let seconds = 0;
    for (; outcome.is === null && seconds < 60; seconds++) {
      send(1);
      await passMs(1_000);
    }
    expect([outcome.is, seconds]).toEqual(["request_timeout", 31]);
  });

  it("at the minimum rate is read to its end", async () => {
    const { request, send, end } = sentByHand();
    const outcome = outcomeOf(readBody(request, { maxBytes: 1_000_000 }));
    for (let second = 0; second < 120; second++) {
      send(MIN_BODY_BYTES_PER_SECOND);
      await passMs(1_000);
    }
    end();
    await passMs(0);
    expect(outcome.is).toBe(120 * MIN_BODY_BYTES_PER_SECOND);
  });

  it("whose sender hangs up is malformed", async () => {
    const { request, send, breakOff } = sentByHand();
    const outcome = outcomeOf(readBody(request, { maxBytes: 10 }));
    send(3);
    await passMs(0);
    breakOff();
    await passMs(0);
    expect(outcome.is).toBe("malformed");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("as text is UTF-8 or malformed", async () => {
    const post = (body: BodyInit) => new Request("https://helios.test/x", { method: "POST", body });
    expect(await readBodyText(post("año"), { maxBytes: 10 })).toBe("año");
    await expect(
      readBodyText(post(new Uint8Array([0xff, 0xfe])), { maxBytes: 10 }),
    ).rejects.toMatchObject({ code: "malformed" });
  });
});
