import { describe, expect, it } from "vitest";
import { decodeFrame } from "./phoenix.ts";
import {
  BEHIND_MS,
  BEHIND_PROBED_MS,
  HEARTBEAT_WINDOW,
  PROBE_EVERY,
  PROBED_WINDOW,
  ReaderFlow,
} from "./reader-flow.ts";

const frame = (name: string) => name.padEnd(1_000, ".");
const isProbe = (text: string) => text.startsWith("[");
const numberOf = (text: string) => {
  const decoded = decodeFrame(text);
  return decoded.ok ? (decoded.frame.payload as { n: number }).n : null;
};

/** Sends until the flow holds back; answers the frames that went out and the last probe among them. */
function fill(flow: ReaderFlow, limit = 100_000) {
  const sent: string[] = [];
  for (let index = 0; index < limit; index++) {
    const due = flow.offer("t", [frame(`e${index}`)], 1_000);
    if (due.length === 0) return { sent, probe: numberOf(sent.find(isProbe)!) };
    sent.push(...due);
  }
  throw new Error("it never held back");
}

/** A flow whose client has answered a probe. */
function probed() {
  const flow = new ReaderFlow();
  let probe: number | null = null;
  while (probe === null) {
    const text = flow.offer("t", [frame("x")], 0).find(isProbe);
    if (text !== undefined) probe = numberOf(text);
  }
  flow.acknowledge(probe);
  return flow;
}

describe("the flow to a reader", () => {
  it("sends everything to one that keeps up, with a probe now and then", () => {
    const flow = new ReaderFlow();
    let probes = 0;
    for (let index = 0; index < 5_000; index++) {
      const due = flow.offer("t", [frame("a"), frame("b")], 0);
      expect(due.slice(0, 2)).toEqual([frame("a"), frame("b")]);
      const probe = due[2];
      if (probe === undefined) continue;
      probes += 1;
      expect(flow.acknowledge(numberOf(probe))).toEqual([]);
    }
    expect(probes).toBe(Math.floor(5_000 / Math.ceil(PROBE_EVERY / 2_000)));
    expect(flow.unread).toBeLessThan(PROBE_EVERY);
    expect(flow.closeAtMs).toBeNull();
  });

  it("keeps only the newest of each topic for one that is behind, and hands it over when it has read on", () => {
    const flow = probed();
    const { probe } = fill(flow);
    expect(flow.unread).toBeLessThan(PROBED_WINDOW + PROBE_EVERY);
    for (let index = 0; index < 1_000; index++) {
      expect(flow.offer("u", [frame(`u${index}`)], 2_000)).toEqual([]);
      expect(flow.offer("v", [frame(`v${index}`)], 2_000)).toEqual([]);
    }
    expect(flow.waiting).toBe(3);
    expect(flow.closeAtMs).toBe(1_000 + BEHIND_PROBED_MS);
    flow.forget("v");
    // The first probe proves only the first part; the window is still full.
    expect(flow.acknowledge(probe)).toEqual([]);
    expect(flow.closeAtMs).not.toBeNull();
  });

  it("goes on at once after a proof that it has read most", () => {
    const flow = probed();
    fill(flow);
    flow.offer("u", [frame("u1"), frame("u2")], 2_000);
    flow.beat();
    const released = flow.beat();
    expect(released).toContain(frame("u2"));
    expect(released).not.toContain(frame("u1"));
    expect(flow.closeAtMs).toBeNull();
    expect(flow.offer("u", [frame("u3")], 2_000)[0]).toBe(frame("u3"));
  });

  it("believes no answer to a probe that was not sent, nor the same one twice", () => {
    const flow = probed();
    const before = flow.unread;
    for (const n of [0, 1, 99, "2", null]) flow.acknowledge(n);
    expect(flow.unread).toBe(before);
  });

  it("takes a heartbeat as proof of what lay before the answer to the last one", () => {
    const flow = new ReaderFlow();
    flow.offer("t", [frame("a")], 0);
    flow.beat();
    expect(flow.unread).toBe(1_000);
    flow.answered("12345");
    flow.offer("t", [frame("b")], 0);
    flow.beat();
    expect(flow.unread).toBe(1_005);
  });

  it("bounds what lies unread by one that says nothing, and then its time", () => {
    const flow = new ReaderFlow();
    fill(flow);
    expect(flow.unread).toBeLessThan(HEARTBEAT_WINDOW + PROBE_EVERY);
    expect(flow.closeAtMs).toBe(1_000 + BEHIND_MS);
  });
});
