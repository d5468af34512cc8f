import { describe, expect, it } from "vitest";
import { MAX_FRAME_BYTES } from "./limits.ts";
import {
  CLOSE,
  decodeFrame,
  encodeClose,
  encodeRefusal,
  HEARTBEAT_ANSWER,
  HEARTBEAT_REQUEST,
} from "./phoenix.ts";

const code = (data: string | ArrayBuffer): number | "frame" => {
  const decoded = decodeFrame(data);
  return decoded.ok ? "frame" : decoded.code;
};

describe("a frame", () => {
  it("is five fields, refs as the client chose them", () => {
    expect(decodeFrame('["1","2","t","phx_join",{"a":1}]')).toEqual({
      ok: true,
      frame: { joinRef: "1", ref: "2", topic: "t", event: "phx_join", payload: { a: 1 } },
    });
    expect(code('[null,7,"t","e",null]')).toBe("frame");
  });

  it.each([
    ["binary", new ArrayBuffer(4), CLOSE.unsupportedData],
    ["no JSON", "[", CLOSE.protocolError],
    ["an object", "{}", CLOSE.protocolError],
    ["null", "null", CLOSE.protocolError],
    ["four fields", '[null,"1","t","e"]', CLOSE.protocolError],
    ["six fields", '[null,"1","t","e",{},{}]', CLOSE.protocolError],
    ["a topic that is no text", '[null,"1",5,"e",{}]', CLOSE.protocolError],
    ["no topic", '[null,"1","","e",{}]', CLOSE.protocolError],
    ["an event that is no text", '[null,"1","t",null,{}]', CLOSE.protocolError],
    ["a ref that is an object", '[null,{},"t","e",{}]', CLOSE.protocolError],
    ["a join_ref that is a list", '[[],"1","t","e",{}]', CLOSE.protocolError],
    ["a long topic", JSON.stringify([null, "1", "t".repeat(257), "e", {}]), CLOSE.protocolError],
    ["a long ref", JSON.stringify([null, "1".repeat(65), "t", "e", {}]), CLOSE.protocolError],
  ])("is refused when it is %s", (_name, data, expected) => {
    expect(code(data)).toBe(expected);
  });

  it("is measured in bytes, not in characters", () => {
    const frame = (text: string) => JSON.stringify([null, "1", "t", "e", text]);
    const room = MAX_FRAME_BYTES - frame("").length;
    expect(code(frame("x".repeat(room)))).toBe("frame");
    expect(code(frame("x".repeat(room + 1)))).toBe(CLOSE.tooBig);
    expect(code(frame("€".repeat(Math.floor(room / 3))))).toBe("frame");
    expect(code(frame("€".repeat(Math.floor(room / 3) + 1)))).toBe(CLOSE.tooBig);
  });

  it("goes out as phoenix.js reads it", () => {
    expect(encodeRefusal({ joinRef: "1", ref: "2", topic: "t" }, "no")).toBe(
      '["1","2","t","phx_reply",{"status":"error","response":{"reason":"no"}}]',
    );
    expect(encodeClose("t", "1")).toBe('["1","1","t","phx_close",{}]');
    expect(HEARTBEAT_REQUEST).toBe('[null,"heartbeat","phoenix","heartbeat",{}]');
    expect(HEARTBEAT_ANSWER).toBe(
      '[null,"heartbeat","phoenix","phx_reply",{"status":"ok","response":{}}]',
    );
  });
});
