import { expect, it } from "vitest";
import { Outgoing } from "./outgoing.ts";

const WINDOW_MS = 10;

function open(packs: boolean) {
  const messages: string[] = [];
  const out = new Outgoing({ send: (text) => void messages.push(text as string) }, packs);
  return { messages, out };
}

it("sends a message for each frame to a client that asked for nothing else", () => {
  const { messages, out } = open(false);
  expect(out.sendEvents(["a", "b"], 1_000, WINDOW_MS)).toBe("sent");
  expect(out.sendEvents(["c"], 1_000, WINDOW_MS)).toBe("sent");
  expect(messages).toEqual(["a", "b", "c"]);
});

it("sends the first events after a pause at once, and those right behind them together", () => {
  const { messages, out } = open(true);
  expect(out.sendEvents(["a"], 1_000, WINDOW_MS)).toBe("sent");
  expect(out.sendEvents(["b"], 1_000, WINDOW_MS)).toBe("gathered");
  expect(out.sendEvents(["c", "d"], 1_000 + WINDOW_MS - 1, WINDOW_MS)).toBe("gathered");
  expect(messages).toEqual(["a"]);
  out.flush(1_000 + WINDOW_MS);
  out.flush(1_000 + WINDOW_MS);
  expect(messages).toEqual(["a", "b\nc\nd"]);
  expect(out.sendEvents(["e"], 1_000 + 2 * WINDOW_MS, WINDOW_MS)).toBe("sent");
  expect(messages.at(-1)).toBe("e");
});

it("keeps the order: an answer leaves after the events before it", () => {
  const { messages, out } = open(true);
  out.sendEvents(["a"], 1_000, WINDOW_MS);
  out.sendEvents(["b"], 1_001, WINDOW_MS);
  out.send("answer");
  expect(messages).toEqual(["a", "b", "answer"]);
  out.flush(1_010);
  expect(messages).toHaveLength(3);
});

it("outlives a socket that has closed", () => {
  const out = new Outgoing(
    {
      send: () => {
        throw new Error("closed");
      },
    },
    true,
  );
  expect(
    () => (
      out.sendEvents(["a"], 1_000, WINDOW_MS),
      out.sendEvents(["b"], 1_001, WINDOW_MS),
      out.flush(1_010)
    ),
  ).not.toThrow();
});
