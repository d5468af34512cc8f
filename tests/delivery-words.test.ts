/** Whatever a carrier fails of, superusers read in their own language. */
import { createInstance } from "i18next";
import { afterEach, expect, test, vi } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { deliveryWords } from "#app/features/mail/delivery-words.ts";
import { cloudflareMail, carrierOf, mailApi, twilio } from "#workers/jobs/delivery/carriers.ts";
import type { Carrier } from "#workers/jobs/delivery/carrier.ts";

afterEach(() => vi.unstubAllGlobals());

const message = {
  id: 1,
  channel: "mail",
  to: "kim@x.example",
  subject: "",
  text: "",
  html: null,
  headers: {},
  idempotencyKey: "k",
} as const;
const api = mailApi({ url: "https://mail.example", key: "k", from: "h@x.example" });
const sms = twilio({ url: "https://sms.example", accountSid: "A", authToken: "t", from: "+1" });
const answers = (status: number) => () =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status })));
const stalls = () =>
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("late", "TimeoutError")));
const unset =
  (channel: "mail" | "sms"): Carrier =>
  (given) =>
    carrierOf({ HELIOS_MODE: "production" }, channel)(given);

test.each<[string, () => void, Carrier, keyof typeof en.common.outbox]>([
  ["a failure of the mail service", answers(503), api, "errorStatus"],
  ["a refusal of the text service", answers(400), sms, "errorStatus"],
  ["silence", stalls, api, "errorNoAnswer"],
  [
    "the binding's refusal",
    () => {},
    cloudflareMail({ send: () => Promise.reject(new Error("no")) }, "h@x.example"),
    "errorRefused",
  ],
  ["no mail service", () => {}, unset("mail"), "errorNoMail"],
  ["no text service", () => {}, unset("sms"), "errorNoSms"],
])("%s has words in both languages", async (_, given, carrier, key) => {
  given();
  const error = await (async () => carrier(message))().then(
    () => "nothing",
    (failure: Error) => failure.message,
  );
  for (const { common } of [en, es]) {
    const i18n = createInstance({
      lng: "x",
      resources: { x: { translation: common } },
      interpolation: { escapeValue: false },
    });
    await i18n.init();
    expect(deliveryWords(i18n.t, error)).toBe(
      common.outbox[key].replace("{{status}}", /\d{3}/.exec(error)?.[0] ?? ""),
    );
  }
});
