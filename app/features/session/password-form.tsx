import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/forms/field";
import { PasswordField } from "~/components/forms/password-field";
import { Button, ButtonAnchor } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { PasswordAnswer } from "~/domain/access/password-answer";

/** How long the good news stands before the page goes on (spec 000 §9). */
const REDIRECT_DELAY_MS = 3_000;

type Props = {
  answer: PasswordAnswer | undefined;
  submit: string;
  done: string;
  /** The first superuser also says who they are. */
  asksWho?: boolean;
};

/** The one form of creating, resetting and replacing a password. */
export function PasswordForm({ answer, submit, done, asksWho = false }: Props) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  const { ref, complete, check } = useCompleteness();
  if (answer?.done) return <PasswordDone text={done} to={answer.to} />;
  const errors = answer?.errors ?? {};
  const lines = [
    ...(errors.link ?? []).map(() => t("password.badLinkText")),
    ...(errors.email ?? []).map((code) => t(code === "taken" ? "password.emailTaken" : "validation.email")),
    ...(errors.name ?? []).map(() => t("validation.required", { field: `${t("password.firstName")}, ${t("password.lastName")}` })),
    ...(errors.password ?? []).map((code) => `${t("password.password")}: ${t(`password.${code}`)}`),
    ...(errors.password_confirmation ?? []).map(() => t("password.mismatch")),
  ];
  return (
    <Form method="post" ref={ref} onInput={check} className="space-y-5">
      {lines.length > 0 && (
        <Notice tone="alarm" role="alert" icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}>
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Notice>
      )}
      {asksWho && (
        <>
          <Field id="first-name" name="first_name" label={t("password.firstName")} autoComplete="given-name" required maxLength={100} />
          <Field id="last-name" name="last_name" label={t("password.lastName")} autoComplete="family-name" required maxLength={100} />
          <Field id="email" name="email" type="email" label={t("login.email")} autoComplete="username" required maxLength={254} />
        </>
      )}
      <PasswordField
        id="password"
        name="password"
        label={t("password.password")}
        help={t("password.rule")}
        autoComplete="new-password"
        required
      />
      <PasswordField
        id="password-confirmation"
        name="password_confirmation"
        label={t("password.confirmation")}
        autoComplete="new-password"
        required
      />
      <div>
        <Button type="submit" tone="primary" className="w-full" disabled={busy || !complete} aria-describedby="password-why">
          {busy ? t("password.submitting") : submit}
        </Button>
        <p id="password-why" className="mt-2 min-h-5 text-center text-sm text-ink-faint">
          {complete ? null : t("password.needBoth")}
        </p>
      </div>
    </Form>
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
      <Notice tone="good" role="status" icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />} title={text}>
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

/** Complete until JavaScript knows better, so that the form works without it. */
function useCompleteness() {
  const ref = useRef<HTMLFormElement>(null);
  const [complete, setComplete] = useState(true);
  const check = () => setComplete(ref.current?.checkValidity() ?? true);
  useEffect(check, []);
  return { ref, complete, check };
}
