/** The wire beneath the channels: opens, and opens again by itself when it was lost. */
import ReconnectingWebSocket from "partysocket/ws";
import { PACKS_QUERY } from "#app/domain/live/message-packs.ts";
import { CLOSE } from "#app/domain/live/phoenix.ts";

export type Transport = {
  /** Only while it is open. */
  send(text: string): void;
  /** Drops the connection and opens it again at once: it is dead and has not noticed. */
  reconnect(): void;
  close(): void;
};

export type TransportEvents = {
  onOpen(): void;
  onMessage(text: string): void;
  /** `isFinal`: it will not open again by itself. */
  onClose(isFinal: boolean): void;
};

/** Whose cookie opens the socket: that of who is signed in, or that of a paired wall display. */
export type SocketOwner = "user" | "display";

export type Connect = (events: TransportEvents) => Transport;

const OPEN_TIMEOUT_MS = 8_000;
const SLOWEST_MS = 8_000;
const GROWTH = 1.6;

/** To the origin that the page came from. */
export const connectToOwnOrigin =
  (as: SocketOwner): Connect =>
  (events) => {
    const origin = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    return connectTo(
      `${origin}/socket/websocket?vsn=2.0.0&${PACKS_QUERY}${as === "display" ? "&as=display" : ""}`,
    )(events);
  };

/**
 * When a socket that was lost tries again, at first and at last, ms: another time on every page, so that the screens of a
 * plant do not come back as one wave after a restart. `random`: from 0 to below 1.
 */
export const reconnectionDelays = (random: () => number) => ({
  minReconnectionDelay: 500 + random() * 1_500,
  maxReconnectionDelay: SLOWEST_MS + random() * 2_000,
});

/** A WebSocket that reconnects with growing delays. */
export const connectTo =
  (url: string): Connect =>
  (events) => {
    const open = (): ReconnectingWebSocket => {
      const opened = new ReconnectingWebSocket(url, null, {
        ...reconnectionDelays(Math.random),
        reconnectionDelayGrowFactor: GROWTH,
        connectionTimeout: OPEN_TIMEOUT_MS,
        shouldReconnectOnClose: ({ code }) => code !== CLOSE.sessionEnded,
      });
      const isNewest = () => opened === socket;
      opened.addEventListener("open", () => isNewest() && events.onOpen());
      opened.addEventListener(
        "message",
        ({ data }) => isNewest() && events.onMessage(String(data)),
      );
      opened.addEventListener(
        "close",
        ({ code }) => isNewest() && events.onClose(code === CLOSE.sessionEnded),
      );
      return opened;
    };
    let socket = open();
    /** One that waits for its next try hears nothing of being asked (partysocket 1.3.0): another one takes its place. */
    const reconnect = () => {
      if (socket.readyState < WebSocket.CLOSING) return socket.reconnect();
      socket.close();
      socket = open();
    };
    return { send: (text) => void socket.send(text), reconnect, close: () => socket.close() };
  };
