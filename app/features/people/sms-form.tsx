import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, CircleCheck, MessageSquareText } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { FormGuard } from "#app/kit/forms/form-guard.tsx";
import { confirmSchema, type CodeFields, type CodeProblem } from "./sms-form-schema.ts";
import "./texts.ts";

/** How long a failure stands that is no field's (spec 002 §8). What is wrong with the code stands at it until it is changed. */
const FAILURE_MS = 5_000;

export type SmsAnswer =
  | { status: "sent" | "confirmed" | "no_phone" }
  | { status: "too_many"; minutes: number }
  | { status: "refused"; result: SubmissionResult<string[]> };

/** Sends a code to the own phone and takes it back. `number` is masked. */
export function SmsForm({ number, answer }: { number: string; answer: SmsAnswer | undefined }) {
  const { t } = useTranslation();
  const busy = useNavigation().formData?.get("intent");
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (answer?.status === "sent") setSent((times) => times + 1);
  }, [answer]);
  if (answer?.status === "confirmed") return <Confirmed text={t("sms.confirmed")} />;
  const wasSent = sent > 0 || answer?.status === "sent" || answer?.status === "refused";
  return (
    <div className="space-y-5">
      <div role="status">
        {answer?.status === "sent" && (
          <Notice
            tone="good"
            icon={<MessageSquareText className="size-4 text-go" aria-hidden="true" />}
          >
            {t("sms.sent", { number })}
          </Notice>
        )}
      </div>
      <Failure answer={answer} />
      <Form method="post">
        <SubmitButton
          name="intent"
          value="send"
          tone={wasSent ? "quiet" : "primary"}
          busy={busy === "send"}
          busyText={t("sms.sending")}
        >
          {wasSent ? t("sms.resend") : t("sms.send")}
        </SubmitButton>
      </Form>
      {/* A new code begins with an empty field. */}
      <CodeForm
        key={sent}
        busy={busy === "confirm"}
        isNext={wasSent}
        result={answer?.status === "refused" ? answer.result : undefined}
      />
    </div>
  );
}

type CodeFormProps = {
  busy: boolean;
  isNext: boolean;
  result: SubmissionResult<string[]> | undefined;
};

function CodeForm({ busy, isNext, result }: CodeFormProps) {
  const { t } = useTranslation();
  const [complete, setComplete] = useState(true);
  useEffect(() => setComplete(false), []);
  const [form, fields] = useForm<CodeFields, CodeFields, string[]>({
    id: "sms-code",
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: confirmSchema }),
  });
  const { key: _key, ...code } = getInputProps(fields.code, {
    type: "text",
    ariaAttributes: false,
  });
  const words = {
    digits: t("sms.needCode"),
    wrong: t("sms.wrong"),
    expired: t("sms.expired"),
  } satisfies Record<CodeProblem, string>;
  const errors = (fields.code.errors ?? [])
    .slice(0, 1)
    .map((problem) => words[problem as CodeProblem]);
  return (
    <Form {...getFormProps(form)} method="post" className="space-y-4 border-t border-line pt-5">
      <FormGuard done={null} />
      <input type="hidden" name="intent" value="confirm" />
      <Field
        {...code}
        label={t("sms.code")}
        help={t("sms.codeHelp")}
        errors={errors}
        className="max-w-64"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        required
        onInput={(event) => setComplete(/^\d{6}$/.test(event.currentTarget.value))}
      />
      <div>
        {complete ? (
          <SubmitButton
            tone={isNext ? "primary" : "quiet"}
            busy={busy}
            busyText={t("sms.confirming")}
          >
            {t("sms.confirm")}
          </SubmitButton>
        ) : (
          <Button disabled aria-describedby="code-why">
            {t("sms.confirm")}
          </Button>
        )}
        <p id="code-why" className="mt-2 min-h-5 text-sm text-ink-faint">
          {complete || errors.length > 0 ? null : t("sms.needCode")}
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
  if (shown?.status !== "too_many" && shown?.status !== "no_phone") return null;
  const text =
    shown.status === "too_many" ? t("sms.tooSoon", { count: shown.minutes }) : t("sms.none");
  return (
    <Notice
      tone="alarm"
      role="alert"
      icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}
    >
      {text}
    </Notice>
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
