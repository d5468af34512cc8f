import type { Sample } from "#app/domain/series/types.ts";
import type { LiveAlarm } from "./alarm-events.ts";

/** One value on its way to the screens. */
export type LiveSample = Sample & { adFlag: boolean | null };

/** The RPC surface of MetricChannel towards the recorder (a Durable Object named by its topic). */
export type ChannelPort = {
  /** New samples in time order, each newer than any published before. Answers "idle" when nobody listens any more. */
  publish(samples: LiveSample[]): Promise<"ok" | "idle">;
};

/** The RPC surface of channels of changes and of alarms towards the Workers that write. */
export type ChangePort = {
  /** Something was written: whoever listens reads it again, or is told what it is now. */
  changed(): Promise<void>;
};

/** The newest sample of a channel and the number of its last event; of a channel of alarms, all of them as they are. */
export type ChannelState = { latest: LiveSample | null; seq: number; alarms?: LiveAlarm[] };

/** The RPC surface of MetricChannel towards the hubs. */
export type ChannelFeedPort = ChannelPort &
  ChangePort & {
    /**
     * From now on every event is delivered to the hub; again and again does no harm. `since` numbers the
     * hub's subscriptions in ascending order: the end of one does not touch a later one that overtook it.
     */
    subscribe(hub: string, since: number): Promise<ChannelState>;
    unsubscribe(hub: string, since: number): Promise<void>;
  };

/** The RPC surface of SocketHub towards the web Worker. */
export type HubControlPort = {
  /** The session ended: close its sockets now. */
  endSession(sessionId: number): Promise<void>;
  /**
   * Roles, facilities, machines or tiers changed: what its people may no longer see ends now. `isSeen`: pages show it, and
   * every one that is open reads itself again.
   */
  recheckAccess(isSeen?: boolean): Promise<void>;
};

/** The RPC surface of SocketHub towards the channels. */
export type HubFeedPort = HubControlPort & {
  /** Encoded events, the first of which is number `firstSeq`. Answers "gone" when no socket of the hub listens to the topic. */
  deliver(topic: string, firstSeq: number, frames: string[]): Promise<"ok" | "gone">;
};

export const TOPIC_PREFIX = "machine_telemetry:single:";

export const telemetryTopic = (deviceId: number | string, metric: string): string =>
  `${TOPIC_PREFIX}${deviceId}:${metric}`;

/**
 * A topic that says that something of a machine was changed, and not what: a page that listens reads it again, with the
 * reader's own rights. Its events look like those of a metric; their value is the time of the change.
 */
export const CHANGES_PREFIX = "machine_changes:single:";
/** What of a machine a page can be told of; settings: its name, place and tier. */
export const CHANGEABLE = ["comments", "alarms", "annotations", "settings"] as const;
export type Changeable = (typeof CHANGEABLE)[number];

export const changesTopic = (deviceId: number, what: Changeable): string =>
  `${CHANGES_PREFIX}${deviceId}:${what}`;

/** A machine's alarms with their names and states (CONTRACT §5). */
export const ALARMS_PREFIX = "machine_alarms:";
export const alarmsTopic = (deviceId: number): string => `${ALARMS_PREFIX}${deviceId}`;

/** The channels to call when that of a machine was changed. */
export const topicsOfChange = (deviceId: number, what: Changeable): string[] => [
  changesTopic(deviceId, what),
  ...(what === "alarms" ? [alarmsTopic(deviceId)] : []),
];

/** The hub that serves a user's sockets: one per customer, one per provider-side user (DESIGN §3). */
export const hubName = (actor: { customerId: number | null; userId: number }): string =>
  actor.customerId === null ? `user:${actor.userId}` : `customer:${actor.customerId}`;
