import { Link } from "@remix-run/react";
import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { PageForm } from "#app/kit/forms/page-form.tsx";
import "./texts.ts";

type Props = {
  /** As it was typed at the sign-in page. */
  email: string;
  answer: FormAnswer | undefined;
};

/** Asks for the address that a reset link goes to. */
export function ResetRequestForm({ email, answer }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PageForm
        id="reset-request"
        intent="reset_request"
        loadSchema={() => import("./access-forms.ts").then(({ resetRequest }) => resetRequest)}
        answer={answer}
        defaultValue={{ email }}
        submit={{ label: t("resetRequest.submit"), busyLabel: t("resetRequest.submitting") }}
        missing={t("resetRequest.needEmail")}
      >
        {(form) => (
          <Field
            {...form.textProps("email", t("login.email"))}
            type="email"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </PageForm>
      <p className="mt-5 text-center text-sm">
        <Link
          to="/login"
          className="rounded-control font-medium text-ink-soft underline hover:text-ink max-lg:finger-line"
        >
          {t("resetRequest.back")}
        </Link>
      </p>
    </>
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
