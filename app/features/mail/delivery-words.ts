import type { TFunction } from "i18next";
import "./texts.ts";

const NO_PROVIDER = /^no provider for (mail|text messages) is set up/;

/** What a delivery failed of (workers/jobs/delivery), in the reader's language; null where nobody foresaw it. */
export function deliveryWords(t: TFunction, error: string): string | null {
  const status = /^the provider answered (\d{3})$/.exec(error)?.[1];
  if (status !== undefined) return t("outbox.errorStatus", { status });
  const channel = NO_PROVIDER.exec(error)?.[1];
  if (channel !== undefined)
    return channel === "mail" ? t("outbox.errorNoMail") : t("outbox.errorNoSms");
  if (error.startsWith("no answer: ")) return t("outbox.errorNoAnswer");
  if (error.startsWith("the mail binding refused: ")) return t("outbox.errorRefused");
  return null;
}
