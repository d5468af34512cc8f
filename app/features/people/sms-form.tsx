import { CircleCheck, MessageSquareText } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { FormGuard } from "#app/kit/forms/form-guard.tsx";
import { PageForm } from "#app/kit/forms/page-form.tsx";
import "./texts.ts";

/** How long a failure stands that is no field's (spec 002 §8). What is wrong with the code stands at it until it is changed. */
const FAILURE_MS = 5_000;

type Props = {
  /** Masked. */
  number: string;
  answer: FormAnswer<unknown, "send" | "confirm"> | undefined;
};

/** Sends a code to the own phone and takes it back. */
export function SmsForm({ number, answer }: Props) {
  const { t } = useTranslation();
  const isSent = answer?.intent === "send" && answer.done !== null;
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (isSent) setSent((times) => times + 1);
  }, [answer, isSent]);
  if (answer?.intent === "confirm" && answer.done !== null)
    return <Confirmed text={t("sms.confirmed")} />;
  const wasSent = sent > 0 || isSent || answer?.intent === "confirm";
  return (
    <div className="space-y-5">
      <div role="status">
        {isSent && (
          <Notice
            tone="good"
            icon={<MessageSquareText className="size-4 text-go" aria-hidden="true" />}
          >
            {t("sms.sent", { number })}
          </Notice>
        )}
      </div>
      <PageForm
        id="sms-send"
        intent="send"
        answer={answer}
        defaultValue={{}}
        failureMs={FAILURE_MS}
      >
        {({ busy }) => (
          <SubmitButton
            tone={wasSent ? "quiet" : "primary"}
            busy={busy}
            busyText={t("sms.sending")}
          >
            {wasSent ? t("sms.resend") : t("sms.send")}
          </SubmitButton>
        )}
      </PageForm>
      {/* A new code begins with an empty field. */}
      <CodeForm key={sent} isNext={wasSent} answer={answer} />
    </div>
  );
}

function CodeForm({ isNext, answer }: { isNext: boolean; answer: Props["answer"] }) {
  const { t } = useTranslation();
  return (
    <PageForm
      id="sms-code"
      intent="confirm"
      loadSchema={() => import("./access-forms.ts").then(({ phoneCode }) => phoneCode)}
      answer={answer}
      defaultValue={{}}
      failureMs={FAILURE_MS}
      submit={{
        label: t("sms.confirm"),
        busyLabel: t("sms.confirming"),
        tone: isNext ? "primary" : "quiet",
      }}
      className="space-y-4 border-t border-line pt-5"
    >
      {(form) => (
        <>
          <FormGuard done={null} />
          <Field
            {...form.textProps("code", t("sms.code"))}
            help={t("sms.codeHelp")}
            className="max-w-64"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{6}"
            maxLength={6}
            required
          />
        </>
      )}
    </PageForm>
  );
}

export function Confirmed({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div className="space-y-5">
      <Notice
        tone="good"
        role="status"
        icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />}
      >
        {text}
      </Notice>
      <ButtonLink to="/account">{t("sms.toAccount")}</ButtonLink>
    </div>
  );
}
