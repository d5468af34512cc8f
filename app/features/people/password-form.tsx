import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { useFormValidity } from "#app/components/forms/use-form-validity.ts";
import { usePasswordWords } from "#app/components/forms/use-password-words.ts";
import { Button, ButtonAnchor } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { PasswordAnswer } from "#app/domain/access/password-answer.ts";
import {
  PASSWORD_FIELDS,
  type NewPasswordFields,
  type PasswordFieldName,
} from "#app/domain/access/password-forms.ts";
import "./texts.ts";

/** How long the good news stands before the page goes on (spec 000 §9). */
const REDIRECT_DELAY_MS = 3_000;
const NONE: NewPasswordFields = {};

type Props = {
  answer: PasswordAnswer<SubmissionResult<string[]>> | undefined;
  submit: string;
  done: string;
  /** The first superuser also says who they are. */
  asksWho?: boolean;
};

/** The one form of creating, resetting and replacing a password. */
export function PasswordForm({ answer, submit, done, asksWho = false }: Props) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  const { labels, problem } = usePasswordWords();
  const [form, fields] = useForm<NewPasswordFields, NewPasswordFields, string[]>({
    id: "new-password",
    lastResult: answer?.done === true ? undefined : answer?.result,
    defaultValue: NONE,
  });
  const { ref, valid, check } = useFormValidity();
  if (answer?.done) return <PasswordDone text={done} to={answer.to} />;
  const input = (name: PasswordFieldName) => {
    const { key: _key, ...props } = getInputProps(fields[name], {
      type: "text",
      ariaAttributes: false,
    });
    const error = problem(name, fields[name].errors);
    return { ...props, label: labels[name], errors: error === null ? [] : [error], required: true };
  };
  return (
    <Form {...getFormProps(form)} method="post" ref={ref} onInput={check} className="space-y-5">
      <Problems answer={answer} />
      {asksWho && (
        <>
          <Field {...input("first_name")} autoComplete="given-name" maxLength={100} />
          <Field {...input("last_name")} autoComplete="family-name" maxLength={100} />
          <Field {...input("email")} type="email" autoComplete="username" maxLength={254} />
        </>
      )}
      <PasswordField {...input("password")} help={t("password.rule")} autoComplete="new-password" />
      <PasswordField {...input("password_confirmation")} autoComplete="new-password" />
      <div>
        <Button
          type="submit"
          tone="primary"
          className="w-full"
          disabled={busy || !valid}
          aria-describedby="password-why"
        >
          {busy ? t("password.submitting") : submit}
        </Button>
        <p id="password-why" className="mt-2 min-h-5 text-center text-sm text-ink-faint">
          {valid ? null : t(asksWho ? "firstSuperuser.needAll" : "password.needBoth")}
        </p>
      </div>
    </Form>
  );
}

/** What the server said, a line for each field with its name in words (spec 000 §2). */
function Problems({ answer }: Pick<Props, "answer">) {
  const { t } = useTranslation();
  const { line } = usePasswordWords();
  if (answer === undefined || answer.done === true) return null;
  const lines = PASSWORD_FIELDS.flatMap((name) => {
    const words = line(name, answer.result.error?.[name]);
    return words === null ? [] : [words];
  });
  if (answer.isDeadLink) lines.push(t("password.badLinkText"));
  if (answer.waitSeconds !== null)
    lines.push(t("failures.too_many_requests", { seconds: answer.waitSeconds }));
  if (lines.length === 0) return null;
  return (
    <Notice
      tone="alarm"
      role="alert"
      icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}
    >
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </Notice>
  );
}

/** Goes on by itself, with JavaScript or without. */
function PasswordDone({ text, to }: { text: string; to: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign(to), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [to]);
  return (
    <div className="space-y-5">
      <Notice
        tone="good"
        role="status"
        icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />}
        title={text}
      >
        {t("password.redirecting")}
      </Notice>
      <noscript>
        <meta httpEquiv="refresh" content={`${REDIRECT_DELAY_MS / 1000};url=${to}`} />
      </noscript>
      <ButtonAnchor href={to} className="w-full">
        {t("password.goOn")}
      </ButtonAnchor>
    </div>
  );
}
