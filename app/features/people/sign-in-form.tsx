import { Link } from "@remix-run/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SUPPORT_URL } from "#app/domain/support.ts";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { PageForm } from "#app/kit/forms/page-form.tsx";
import "./texts.ts";

export function SignInForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  return (
    <PageForm
      id="sign-in"
      intent="sign_in"
      loadSchema={() => import("./access-forms.ts").then(({ signInForm }) => signInForm)}
      answer={answer}
      defaultValue={{}}
      submit={{ label: t("signIn.submit"), busyLabel: t("signIn.submitting") }}
      missing={t("signIn.needBoth")}
    >
      {(form) => (
        <>
          <Field
            {...form.textProps("email", t("login.email"))}
            type="email"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField
            {...form.textProps("password", t("signIn.password"))}
            required
            autoComplete="current-password"
            aside={<ForgotLink />}
          />
          {form.formProblems.some(({ code }) => code === "account_locked_too_many_attempts") && (
            <a
              href={SUPPORT_URL}
              target="_blank"
              rel="noreferrer"
              className="block w-fit text-sm underline max-lg:finger-line"
            >
              {t("nav.help")}
            </a>
          )}
        </>
      )}
    </PageForm>
  );
}

/** To the reset request, with the address that was typed: read when the link is followed, because it changes with every key. */
function ForgotLink() {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const link = useRef<HTMLAnchorElement>(null);
  const take = () => {
    const email =
      link.current?.closest("form")?.querySelector<HTMLInputElement>("input[name=email]")?.value ??
      "";
    setSearch(email.trim() === "" ? "" : `?email=${encodeURIComponent(email.trim())}`);
  };
  return (
    <Link
      ref={link}
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
