/** What carries a message to its provider, and how that may end. */
export type Outgoing = {
  id: number;
  channel: "mail" | "sms" | "sap";
  to: string;
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
  /** The same for every try of a message: a provider that knows it sends once. */
  idempotencyKey: string;
};

/** `answer`: what is kept of the answer with the message. */
export type Carrier = (
  message: Outgoing,
) => Promise<{ providerId: string | null; answer?: string }>;

/** A failure that another try cannot mend is final. */
export class DeliveryError extends Error {
  readonly isFinal: boolean;
  readonly retryAfterSeconds: number | null;
  constructor(
    message: string,
    { isFinal = false, retryAfterSeconds = null as number | null } = {},
  ) {
    super(message);
    this.name = "DeliveryError";
    this.isFinal = isFinal;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Longer than a provider that is well; shorter than a delivery is locked. */
const PATIENCE_MS = 10_000;
const MAX_RETRY_AFTER_SECONDS = 3_600;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Refusals that pass: a request that came too early, too often, or while the same one was under way. */
const PASSING = new Set([408, 409, 425, 429]);

/** POSTs to a provider; anything but 2xx is a DeliveryError. Answers the JSON, null when there is none. Names no secret and no address. */
export async function postToProvider(
  url: string,
  init: { headers: Record<string, string>; body: string },
): Promise<unknown> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...init,
    });
    text = (await answer.text()).slice(0, MAX_ANSWER_BYTES);
  } catch (error) {
    throw new DeliveryError(`no answer: ${error instanceof Error ? error.name : "unreachable"}`);
  }
  if (!answer.ok) {
    const seconds = Number(answer.headers.get("Retry-After") ?? "");
    throw new DeliveryError(`the provider answered ${answer.status}`, {
      isFinal: answer.status >= 300 && answer.status < 500 && !PASSING.has(answer.status),
      retryAfterSeconds: seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_SECONDS) : null,
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The name that a provider gave a message, wherever its kind of answer has it. */
export function providerIdOf(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null) return null;
  const { id, MessageID, sid, messageId } = answer as Record<string, unknown>;
  const found = [id, MessageID, sid, messageId].find(
    (name) => typeof name === "string" && name !== "",
  );
  return found === undefined ? null : String(found).slice(0, 200);
}
