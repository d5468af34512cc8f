import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectTo, reconnectionDelays, type Transport } from "./transport.ts";

it("brings the screens of a plant back one after the other", () => {
  const ofScreens = [0, 0.25, 0.5, 0.75].map((drawn) => reconnectionDelays(() => drawn));
  expect(ofScreens.map(({ minReconnectionDelay }) => minReconnectionDelay)).toEqual([
    500, 875, 1_250, 1_625,
  ]);
  const slowest = ofScreens.map(({ maxReconnectionDelay }) => maxReconnectionDelay);
  expect(slowest.map((ms) => ms - slowest[0]!)).toEqual([0, 500, 1_000, 1_500]);
});

describe("a socket that cannot be opened", () => {
  /** A browser's, as far as it is asked for. */
  class Socket extends EventTarget {
    static readonly made: Socket[] = [];
    static readonly CLOSING = 2;
    binaryType = "blob";
    readyState = 0;
    constructor() {
      super();
      Socket.made.push(this);
    }
    close(): void {}
    open(): void {
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
    }
    fail(): void {
      this.readyState = 3;
      this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
    }
  }
  const heard: string[] = [];
  let transport: Transport;
  /** The socket asks for its address in between. */
  const settle = () => vi.advanceTimersByTimeAsync(1);

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    [Socket.made.length, heard.length] = [0, 0];
    transport = connectTo("ws://localhost")({
      onOpen: () => heard.push("open"),
      onMessage: () => undefined,
      onClose: () => heard.push("close"),
    });
    await settle();
    expect(Socket.made).toHaveLength(1);
  });
  afterEach(() => {
    transport.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is tried again later by itself, and at once when it is asked to", async () => {
    Socket.made[0]!.fail();
    await settle();
    expect(Socket.made).toHaveLength(1);
    transport.reconnect();
    await settle();
    expect(Socket.made).toHaveLength(2);
    Socket.made[1]!.open();
    // The one before is given up: it does not come as well.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.made).toHaveLength(2);
    expect(heard).toEqual(["close", "open"]);
  });

  it("comes by itself after a while", async () => {
    Socket.made[0]!.fail();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(Socket.made).toHaveLength(2);
  });
});
