/** The providers, chosen by settings (docs/deploy.md). */
import type { JobsEnv } from "#app/platform/env.ts";
import {
  DeliveryError,
  postToProvider,
  providerIdOf,
  type Carrier,
  type Outgoing,
} from "./carrier.ts";

type MailApi = { url: string; key: string; from: string };

/** Messages of former versions copy addresses, with a link that is their reader's own; sent again they go to the reader only. */
const withoutCc = ({ Cc: _, ...headers }: Record<string, string>) => headers;

/** One JSON POST per mail, in the shape that Resend takes. */
export const mailApi =
  ({ url, key, from }: MailApi): Carrier =>
  async ({ to, subject, text, html, headers, idempotencyKey }) => {
    const answer = await postToProvider(url, {
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify({
        from,
        to: [to],
        subject,
        text,
        ...(html === null ? {} : { html }),
        headers: withoutCc(headers),
      }),
    });
    return { providerId: providerIdOf(answer) };
  };

/** Cloudflare's own binding. */
export const cloudflareMail =
  (binding: Pick<SendEmail, "send">, from: string): Carrier =>
  async ({ to, subject, text, html, headers }) => {
    try {
      const { messageId } = await binding.send({
        from,
        to,
        subject,
        text,
        ...(html === null ? {} : { html }),
        headers: withoutCc(headers),
      });
      return { providerId: messageId };
    } catch (error) {
      throw new DeliveryError(
        `the mail binding refused: ${error instanceof Error ? error.name : "unknown"}`,
      );
    }
  };

type Twilio = {
  url: string;
  accountSid: string;
  authToken: string;
  from: string;
};

export const twilio =
  ({ url, accountSid, authToken, from }: Twilio): Carrier =>
  async ({ to, text, idempotencyKey }) => {
    const answer = await postToProvider(
      `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      {
        headers: {
          authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`,
          "content-type": "application/x-www-form-urlencoded",
          "i-twilio-idempotency-token": idempotencyKey,
        },
        body: new URLSearchParams({ To: to, From: from, Body: text }).toString(),
      },
    );
    return { providerId: providerIdOf(answer) };
  };

type Sap = { url: string; key: string };
const MAX_KEPT_ANSWER = 2_000;

/** One JSON POST per notification; its number or whatever else SAP answered is kept with it. */
export const sapApi =
  ({ url, key }: Sap): Carrier =>
  async ({ text, idempotencyKey }) => {
    const answer = await postToProvider(url, {
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: text,
    });
    const kept = answer === null ? "" : JSON.stringify(answer);
    return { providerId: providerIdOf(answer), answer: kept.slice(0, MAX_KEPT_ANSWER) };
  };

/** Local mode keeps every message where it is readable: in the outbox. */
const outboxOnly: Carrier = () => Promise.resolve({ providerId: null });

const TWILIO_URL = "https://api.twilio.com";

export function carrierOf(
  env: Omit<Partial<JobsEnv>, "HELIOS_MODE"> & { HELIOS_MODE: string },
  channel: Outgoing["channel"],
): Carrier {
  if (env.HELIOS_MODE === "local") return outboxOnly;
  if (channel === "sms") {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
    if (accountSid && authToken && from)
      return twilio({ url: env.TWILIO_URL || TWILIO_URL, accountSid, authToken, from });
    throw new DeliveryError(
      "no provider for text messages is set up: TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM",
    );
  }
  if (channel === "sap") {
    const { SAP_API_URL, SAP_API_KEY } = env;
    if (SAP_API_URL && SAP_API_KEY) return sapApi({ url: SAP_API_URL, key: SAP_API_KEY });
    throw new DeliveryError("no SAP is set up: SAP_API_URL with SAP_API_KEY");
  }
  const { MAIL_API_URL: url, MAIL_API_KEY: key, MAIL_FROM: from, MAIL: binding } = env;
  if (from && url && key) return mailApi({ url, key, from });
  if (from && binding) return cloudflareMail(binding, from);
  throw new DeliveryError(
    "no provider for mail is set up: MAIL_FROM and MAIL_API_URL with MAIL_API_KEY, or the binding MAIL",
  );
}
