import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { CircleAlert, MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { useFormValidity } from "#app/components/forms/use-form-validity.ts";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import "./texts.ts";

type Props = {
  /** As it was typed at the sign-in page. */
  email: string;
  lastResult: SubmissionResult<string[]> | undefined;
  waitSeconds: number | null;
};

/** Asks for the address that a reset link goes to. */
export function ResetRequestForm({ email, lastResult, waitSeconds }: Props) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ email: string }, { email: string }, string[]>({
    id: "reset-request",
    lastResult,
    defaultValue: { email },
  });
  const { ref, valid, check } = useFormValidity();
  const { key: _key, ...input } = getInputProps(fields.email, {
    type: "email",
    ariaAttributes: false,
  });
  const errors = (fields.email.errors ?? [])
    .slice(0, 1)
    .map((error) =>
      error === "required"
        ? t("validation.required", { field: t("login.email") })
        : t("validation.email"),
    );
  return (
    <Form {...getFormProps(form)} method="post" ref={ref} onInput={check} className="space-y-5">
      {waitSeconds !== null && (
        <Notice
          tone="alarm"
          role="alert"
          icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}
        >
          {t("failures.too_many_requests", { seconds: waitSeconds })}
        </Notice>
      )}
      <Field
        {...input}
        required
        label={t("login.email")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        errors={errors}
      />
      <div>
        <Button
          type="submit"
          tone="primary"
          className="w-full"
          disabled={busy || !valid}
          aria-describedby={valid ? undefined : "reset-request-why"}
        >
          {busy ? t("resetRequest.submitting") : t("resetRequest.submit")}
        </Button>
        <p id="reset-request-why" className="mt-2 min-h-5 text-center text-sm text-ink-faint">
          {valid ? null : t("resetRequest.needEmail")}
        </p>
      </div>
      <p className="text-center text-sm">
        <Link
          to="/login"
          className="rounded-control font-medium text-ink-soft underline hover:text-ink"
        >
          {t("resetRequest.back")}
        </Link>
      </p>
    </Form>
  );
}

/** The same words whether or not the address belongs to an account. */
export function ResetSent({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <div className="space-y-5">
      <Notice
        tone="good"
        role="status"
        icon={<MailCheck className="size-4 text-go" aria-hidden="true" />}
        title={t("resetRequest.sentTitle")}
      >
        {t("resetRequest.sent", { email })}
      </Notice>
      <div className="flex flex-col gap-2">
        <ButtonLink to="/login" tone="primary">
          {t("resetRequest.back")}
        </ButtonLink>
        <ButtonLink to="/login/reset-password-request" reloadDocument>
          {t("resetRequest.again")}
        </ButtonLink>
      </div>
    </div>
  );
}
