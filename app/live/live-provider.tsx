import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { BuildWatch, ownBuild, servedBuild } from "./build-watch.ts";
import { ChannelClient } from "./channel-client.ts";
import { clockOffsetMs } from "./clock-offset.ts";
import { systemClock } from "./clock.ts";
import type { ReadGap } from "./live-series.ts";
import { LiveStore } from "./live-store.ts";
import { beforePaint, onOffline, onWake, sinceAskedMs } from "./page-life.ts";
import { createReadGap } from "./read-gap.ts";
import { connectToOwnOrigin, type SocketOwner } from "./transport.ts";
import { DemoOrderContext } from "./demo-order.ts";

export type Live = {
  client: ChannelClient;
  store: LiveStore;
  readGap: ReadGap;
  build: BuildWatch;
  serverNowMs: number | null;
};

const LiveContext = createContext<Live | null>(null);

// eslint-disable-next-line no-console -- a refused channel is for whoever opens the browser's console (spec 000 §8)
const warn = (text: string) => console.warn(text);

function createLive(serverNowMs: number | null, as: SocketOwner): Live {
  const client = new ChannelClient({
    connect: connectToOwnOrigin(as),
    clock: systemClock,
    random: Math.random,
    warn,
  });
  const store = new LiveStore({ client, clock: systemClock, schedule: beforePaint });
  const readGap = createReadGap({
    fetch: (...args) => fetch(...args),
    clock: systemClock,
    random: Math.random,
    warn,
  });
  const build = new BuildWatch({
    own: ownBuild,
    served: servedBuild,
    clock: systemClock,
    random: Math.random,
  });
  return { client, store, readGap, build, serverNowMs };
}

/**
 * The page's one socket and the values that come over it. `nowMs` is the server's time when it rendered
 * the page: the ages of the first paint, and the clock of a screen whose own is wrong. `demoOrder` is the
 * sample order of demo mode, whose order channels are never joined. `as`: whose cookie opens the socket.
 */
type LiveProviderProps = {
  nowMs?: number | null;
  demoOrder?: number | null;
  as?: SocketOwner;
  children: ReactNode;
};

export function LiveProvider({
  nowMs = null,
  demoOrder = null,
  as = "user",
  children,
}: LiveProviderProps) {
  const [live] = useState(() => createLive(nowMs, as));
  useEffect(() => {
    if (live.serverNowMs !== null)
      live.store.setClockOffset(clockOffsetMs(live.serverNowMs, Date.now(), sinceAskedMs()));
    // In a task of its own, after all that subscribes: to open a socket takes a phone tens of milliseconds.
    const starting = setTimeout(() => {
      live.client.start();
      live.build.start();
    });
    const stopWaking = onWake(() => {
      live.client.wake();
      live.build.nudge();
    });
    const stopListening = onOffline(() => live.client.doubt());
    // A deploy ends connections, and so does a laptop's sleep.
    const stopWatching = live.client.watchConnection(
      () => live.client.connection() === "live" && live.build.nudge(),
    );
    return () => {
      clearTimeout(starting);
      stopWaking();
      stopListening();
      stopWatching();
      live.build.stop();
      live.client.stop();
      live.store.stop();
    };
  }, [live]);
  // The server fills the order channels of a socket by the mode in which it was opened.
  const isDemo = demoOrder !== null;
  const wasDemo = useRef(isDemo);
  useEffect(() => {
    if (wasDemo.current !== isDemo) live.client.renew();
    wasDemo.current = isDemo;
  }, [live, isDemo]);
  return (
    <LiveContext.Provider value={live}>
      <DemoOrderContext.Provider value={demoOrder}>{children}</DemoOrderContext.Provider>
    </LiveContext.Provider>
  );
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error("live values need a <LiveProvider> around them");
  return live;
}
