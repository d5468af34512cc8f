import {
  getFormProps,
  getInputProps,
  useForm,
  type Submission,
  type SubmissionResult,
} from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState, type FocusEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { useFormValidity } from "#app/components/forms/use-form-validity.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import "./texts.ts";

/** Why signing in was refused; the words are in `failures`. */
export type SignInRefusal =
  | { code: "authentication_failed" | "account_locked_too_many_attempts" }
  | { code: "too_many_requests"; seconds: number };

type SignInFields = { email: string; password: string };
type Validator = (input: { formData: FormData }) => Submission<SignInFields, string[]>;
type Props = { lastResult: SubmissionResult<string[]> | undefined; refusal: SignInRefusal | null };

export function SignInForm({ lastResult, refusal }: Props) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  const { validate, loadValidator } = useValidator();
  const [form, fields] = useForm<SignInFields, SignInFields, string[]>({
    id: "sign-in",
    lastResult,
    shouldValidate: validate ? "onBlur" : "onSubmit",
    shouldRevalidate: validate ? "onInput" : "onSubmit",
    onValidate: validate ?? undefined,
  });
  const { ref, valid, check } = useFormValidity();
  const remember = useBlurred(validate !== null, (name) => form.validate({ name }));
  const words = (label: string, errors: string[] | undefined) =>
    (errors ?? [])
      .slice(0, 1)
      .map((error) =>
        error === "email" ? t("validation.email") : t("validation.required", { field: label }),
      );
  const { key: _email, ...email } = getInputProps(fields.email, {
    type: "email",
    ariaAttributes: false,
  });
  const { key: _password, ...password } = getInputProps(fields.password, {
    type: "password",
    ariaAttributes: false,
  });
  return (
    <Form
      {...getFormProps(form)}
      method="post"
      ref={ref}
      onInput={check}
      onFocus={loadValidator}
      onBlur={remember}
      className="space-y-5"
    >
      {refusal && (
        <Notice
          tone="alarm"
          role="alert"
          icon={<CircleAlert className="size-4 text-alarm" aria-hidden="true" />}
        >
          {refusal.code === "too_many_requests"
            ? t("failures.too_many_requests", { seconds: refusal.seconds })
            : t(`failures.${refusal.code}`)}
        </Notice>
      )}
      <Field
        {...email}
        required
        label={t("login.email")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        errors={words(t("login.email"), fields.email.errors)}
      />
      <PasswordField
        {...password}
        required
        label={t("login.password")}
        autoComplete="current-password"
        errors={words(t("login.password"), fields.password.errors)}
        aside={<ForgotLink formRef={ref} />}
      />
      <div>
        <Button
          type="submit"
          tone="primary"
          className="w-full"
          disabled={busy || !valid}
          aria-describedby={valid ? undefined : "sign-in-why"}
        >
          {busy ? t("login.submitting") : t("login.submit")}
        </Button>
        <p id="sign-in-why" className="mt-2 min-h-5 text-center text-sm text-ink-faint">
          {valid ? null : t("login.needBoth")}
        </p>
      </div>
    </Form>
  );
}

/** To the reset request, with the address that was typed: read when the link is followed, because it changes with every key. */
function ForgotLink({ formRef }: { formRef: RefObject<HTMLFormElement> }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const take = () => {
    const email =
      formRef.current?.querySelector<HTMLInputElement>("input[name=email]")?.value.trim() ?? "";
    setSearch(email === "" ? "" : `?email=${encodeURIComponent(email)}`);
  };
  return (
    <Link
      to={{ pathname: "/login/reset-password-request", search }}
      onFocus={take}
      onPointerEnter={take}
      onPointerDown={take}
      className="rounded-control text-sm text-ink-soft underline hover:text-ink"
    >
      {t("resetRequest.link")}
    </Link>
  );
}

/** The schema is the server's; it is fetched when someone begins to type, because the page does not need it before. */
function useValidator() {
  const [validate, setValidate] = useState<Validator | null>(null);
  const loadValidator = () => {
    if (validate === null)
      void import("./validate-sign-in.ts").then((module) =>
        setValidate(() => module.validateSignIn),
      );
  };
  return { validate, loadValidator };
}

/** Fields that were left before the validator was here are checked when it comes. */
function useBlurred(canValidate: boolean, validateField: (name: keyof SignInFields) => void) {
  const left = useRef(new Set<keyof SignInFields>());
  useEffect(() => {
    if (!canValidate) return;
    for (const name of left.current) validateField(name);
    left.current.clear();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the validator comes
  }, [canValidate]);
  return (event: FocusEvent<HTMLFormElement>) => {
    const { name } = event.target as unknown as HTMLInputElement;
    if (!canValidate && (name === "email" || name === "password")) left.current.add(name);
  };
}
