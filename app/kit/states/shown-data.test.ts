import { afterEach, describe, expect, it, vi } from "vitest";
import { ShownData } from "./shown-data.ts";

const HERE = "/machines/1/samplers?view=unmapped";
const failing = (error: unknown) => () => Promise.reject(error as Error);
const to = (location: string) =>
  new Response(null, { status: 302, headers: { Location: location } });
const SIGN_IN = "/login?redirect=%2Fmachines%2F1%2Fsamplers";
const refusal = (status: number) => ({ status, statusText: "", data: "", internal: false });

afterEach(() => vi.unstubAllGlobals());

describe("what a page shows", () => {
  it.each([
    ["nobody answers", new TypeError("Failed to fetch")],
    ["the server fails", refusal(503)],
    ["what comes is no answer of Helios", new Error("Unable to decode turbo-stream response")],
    ["the session has ended", to(SIGN_IN)],
  ])("stays when %s, and is said to be old until it was read again", async (_, error) => {
    const shown = new ShownData<{ n: number }>();
    const first = { n: 1 };
    shown.show(HERE, first);
    const kept = await shown.read(HERE, failing(error));
    expect(kept).toEqual(first);
    expect([shown.isOld(first), shown.isOld(kept)]).toEqual([false, true]);
    shown.show(HERE, kept);
    expect(shown.isOld(await shown.read(HERE, failing(error)))).toBe(true);
    const anew = await shown.read(HERE, () => Promise.resolve({ n: 2 }));
    expect([anew, shown.isOld(anew)]).toEqual([{ n: 2 }, false]);
  });

  it.each([
    ["one may not see it any more", refusal(403)],
    ["it is not there any more", refusal(404)],
    ["one is sent elsewhere", to("/errors/error-401")],
  ])("goes when %s", async (_, answer) => {
    const shown = new ShownData<{ n: number }>();
    shown.show(HERE, { n: 1 });
    await expect(shown.read(HERE, failing(answer))).rejects.toBe(answer);
  });

  it("goes with the session where it is to", async () => {
    const shown = new ShownData<{ n: number }>({ staysSignedOut: false });
    shown.show(HERE, { n: 1 });
    const answer = to(SIGN_IN);
    await expect(shown.read(HERE, failing(answer))).rejects.toBe(answer);
  });

  it("is not given for another address, nor once the page is left", async () => {
    const shown = new ShownData<{ n: number }>();
    const failed = refusal(503);
    const leave = shown.show(HERE, { n: 1 });
    await expect(shown.read("/machines/2/samplers", failing(failed))).rejects.toBe(failed);
    leave();
    await expect(shown.read(HERE, failing(failed))).rejects.toBe(failed);
  });

  it("is asked for until somebody answers where it is opened", async () => {
    const window = new EventTarget();
    vi.stubGlobal("window", window);
    const shown = new ShownData<{ n: number }>();
    const load = vi
      .fn(() => Promise.resolve({ n: 2 }))
      .mockImplementationOnce(failing(new TypeError("Failed to fetch")));
    const unanswered = new Promise((told) => window.addEventListener("unanswered", told));
    const read = shown.read(HERE, load);
    await unanswered;
    await Promise.resolve();
    window.dispatchEvent(new Event("online"));
    expect(await read).toEqual({ n: 2 });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("is asked for no more once nobody waits for it", async () => {
    const shown = new ShownData<{ n: number }>();
    const givenUp = failing(new DOMException("left", "AbortError"));
    await expect(shown.read(HERE, givenUp)).rejects.toThrow("left");
  });
});
