import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, CircleCheck, MessageSquareText } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";

/** How long a failure stands (spec 002 §8). */
const FAILURE_MS = 5_000;

export type SmsAnswer = { status: "sent" | "confirmed" | "wrong" | "expired" | "no_phone" } | { status: "too_many"; minutes: number };

/** Sends a code to the own phone and takes it back. `number` is masked. */
export function SmsForm({ number, answer }: { number: string; answer: SmsAnswer | undefined }) {
  const { t } = useTranslation();
  const busy = useNavigation().formData?.get("intent");
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (answer?.status === "sent") setSent(true);
  }, [answer]);
  if (answer?.status === "confirmed") return <Confirmed text={t("sms.confirmed")} />;
  const wasSent = sent || answer?.status === "sent" || answer?.status === "wrong" || answer?.status === "expired";
  return (
    <div className="space-y-5">
      <div role="status">
        {answer?.status === "sent" && (
          <Notice tone="good" icon={<MessageSquareText className="size-4 text-go" aria-hidden="true" />}>
            {t("sms.sent", { number })}
          </Notice>
        )}
      </div>
      <Failure answer={answer} />
      <Form method="post">
        <SubmitButton name="intent" value="send" tone={wasSent ? "quiet" : "primary"} busy={busy === "send"} busyText={t("sms.sending")}>
          {wasSent ? t("sms.resend") : t("sms.send")}
        </SubmitButton>
      </Form>
      <CodeForm busy={busy === "confirm"} isNext={wasSent} />
    </div>
  );
}

function CodeForm({ busy, isNext }: { busy: boolean; isNext: boolean }) {
  const { t } = useTranslation();
  const [complete, setComplete] = useState(true);
  useEffect(() => setComplete(false), []);
  return (
    <Form method="post" className="space-y-4 border-t border-line pt-5">
      <Field
        id="code"
        name="code"
        label={t("sms.code")}
        help={t("sms.codeHelp")}
        className="max-w-48"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        required
        onInput={(event) => setComplete(/^\d{6}$/.test(event.currentTarget.value))}
      />
      <div>
        {complete ? (
          <SubmitButton name="intent" value="confirm" tone={isNext ? "primary" : "quiet"} busy={busy} busyText={t("sms.confirming")}>
            {t("sms.confirm")}
          </SubmitButton>
        ) : (
          <Button disabled aria-describedby="code-why">
            {t("sms.confirm")}
          </Button>
        )}
        <p id="code-why" className="mt-2 min-h-5 text-sm text-ink-faint">
          {complete ? null : t("sms.needCode")}
        </p>
      </div>
    </Form>
  );
}

function Failure({ answer }: { answer: SmsAnswer | undefined }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<SmsAnswer | undefined>(answer);
  useEffect(() => {
    setShown(answer);
    const timer = setTimeout(() => setShown(undefined), FAILURE_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  if (shown === undefined || shown.status === "sent" || shown.status === "confirmed") return null;
  const text =
    shown.status === "too_many"
      ? t("sms.tooSoon", { count: shown.minutes })
      : { wrong: t("sms.wrong"), expired: t("sms.expired"), no_phone: t("sms.none") }[shown.status];
  return (
    <Notice tone="alarm" role="alert" icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}>
      {text}
    </Notice>
  );
}

export function Confirmed({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div className="space-y-5">
      <Notice tone="good" role="status" icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />}>
        {text}
      </Notice>
      <ButtonLink to="/account">{t("sms.toAccount")}</ButtonLink>
    </div>
  );
}
