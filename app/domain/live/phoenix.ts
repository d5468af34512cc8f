/**
 * The Phoenix Channels wire, version 2.0.0: every frame is the JSON text
 * `[join_ref, ref, topic, event, payload]` (CONTRACT §5). `ref` pairs a reply with its request;
 * `join_ref` names one joining of a topic, so that what was meant for an earlier one is dropped.
 * A telemetry frame has a null join_ref: one text serves every subscriber of its topic.
 */
import { MAX_EVENT_LENGTH, MAX_FRAME_BYTES, MAX_REF_LENGTH, MAX_TOPIC_LENGTH } from "./limits.ts";

export const EVENT = {
  join: "phx_join",
  leave: "phx_leave",
  reply: "phx_reply",
  close: "phx_close",
  error: "phx_error",
  heartbeat: "heartbeat",
  telemetry: "telemetry",
  alarm: "alarm",
  /** Ours, on the socket's own topic: have you read up to here? phoenix.js does not notice it. */
  probe: "probe",
  /** Ours, on the socket's own topic: what the person may see was changed, read it again. */
  outdated: "outdated",
} as const;

/** The topic of the socket itself. */
export const SOCKET_TOPIC = "phoenix";

/** RFC 6455 close codes; those from 4400 on are ours. */
export const CLOSE = {
  goingAway: 1001,
  protocolError: 1002,
  unsupportedData: 1003,
  policy: 1008,
  tooBig: 1009,
  /** The session ended: connecting again is useless before the next sign-in. */
  sessionEnded: 4401,
  /** Nothing was heard for SILENCE_MS. */
  silent: 4408,
  /** It did not read what it was sent. */
  tooSlow: 4409,
} as const;

/** phoenix.js counts in strings; other clients in numbers. They come back as they were. */
export type Ref = string | number | null;

export type Frame = { joinRef: Ref; ref: Ref; topic: string; event: string; payload: unknown };

export type Decoded = { ok: true; frame: Frame } | { ok: false; code: number; reason: string };

const refused = (code: number, reason: string): Decoded => ({ ok: false, code, reason });

/** A frame as a socket received it. What is no frame says with which code the socket is to be closed. */
export function decodeFrame(data: string | ArrayBuffer): Decoded {
  if (typeof data !== "string")
    return refused(CLOSE.unsupportedData, "binary frames are not supported");
  if (isLongerThan(data, MAX_FRAME_BYTES))
    return refused(CLOSE.tooBig, `a frame may have ${MAX_FRAME_BYTES} bytes`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return refused(CLOSE.protocolError, "a frame must be JSON");
  }
  if (!Array.isArray(parsed) || parsed.length !== 5) {
    return refused(CLOSE.protocolError, "a frame must be [join_ref, ref, topic, event, payload]");
  }
  const [joinRef, ref, topic, event, payload] = parsed as unknown[];
  if (!isRef(joinRef))
    return refused(CLOSE.protocolError, "join_ref must be a short string, a number or null");
  if (!isRef(ref))
    return refused(CLOSE.protocolError, "ref must be a short string, a number or null");
  if (!isName(topic, MAX_TOPIC_LENGTH))
    return refused(CLOSE.protocolError, "topic must be a short string");
  if (!isName(event, MAX_EVENT_LENGTH))
    return refused(CLOSE.protocolError, "event must be a short string");
  return { ok: true, frame: { joinRef, ref, topic, event, payload } };
}

export const encodeFrame = ({ joinRef, ref, topic, event, payload }: Frame): string =>
  JSON.stringify([joinRef, ref, topic, event, payload]);

type Request = Pick<Frame, "joinRef" | "ref" | "topic">;

export const encodeReply = (
  { joinRef, ref, topic }: Request,
  status: "ok" | "error",
  response: unknown,
): string =>
  encodeFrame({ joinRef, ref, topic, event: EVENT.reply, payload: { status, response } });

export const encodeRefusal = (request: Request, reason: string): string =>
  encodeReply(request, "error", { reason });

/** The channel of that joining ended for good; phoenix.js does not join it again. */
export const encodeClose = (topic: string, joinRef: Ref): string =>
  encodeFrame({ joinRef, ref: joinRef, topic, event: EVENT.close, payload: {} });

/** The channel of that joining broke; phoenix.js joins it again after a while. */
export const encodeError = (topic: string, joinRef: Ref): string =>
  encodeFrame({ joinRef, ref: joinRef, topic, event: EVENT.error, payload: {} });

/** Our own client's heartbeat never changes, so that the runtime answers it and the hub sleeps on. */
export const HEARTBEAT_REQUEST = encodeFrame({
  joinRef: null,
  ref: "heartbeat",
  topic: SOCKET_TOPIC,
  event: EVENT.heartbeat,
  payload: {},
});
// A page, which sends the one, does not fetch the other.
export const HEARTBEAT_ANSWER = /* @__PURE__ */ encodeReply(
  { joinRef: null, ref: "heartbeat", topic: SOCKET_TOPIC },
  "ok",
  {},
);

const isName = (value: unknown, maxLength: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= maxLength;

const isRef = (value: unknown): value is Ref =>
  value === null ||
  (typeof value === "string" && value.length <= MAX_REF_LENGTH) ||
  (typeof value === "number" && Number.isFinite(value));

/** Whether the text has more UTF-8 bytes than `max`; counts only where the length alone does not tell. */
function isLongerThan(text: string, max: number): boolean {
  if (text.length > max) return true;
  if (text.length * 3 <= max) return false;
  return new TextEncoder().encode(text).byteLength > max;
}
