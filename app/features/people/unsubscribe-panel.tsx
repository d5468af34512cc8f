import { MailX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { PageForm } from "#app/kit/forms/page-form.tsx";
import "./texts.ts";

type Props = { state: "subscribed" | "done" | "already"; answer: FormAnswer | undefined };

/** Asks once, then tells; the way back is in the account. */
export function UnsubscribePanel({ state, answer }: Props) {
  const { t } = useTranslation();
  if (state === "subscribed")
    return (
      <div className="space-y-5">
        <p className="text-sm text-ink-soft">{t("unsubscribe.question")}</p>
        <PageForm
          id="unsubscribe"
          intent="unsubscribe"
          answer={answer}
          defaultValue={{}}
          submit={{ label: t("unsubscribe.confirm"), busyLabel: t("unsubscribe.confirming") }}
        />
        <ButtonLink to="/account" className="w-full">
          {t("unsubscribe.toAccount")}
        </ButtonLink>
      </div>
    );
  const isDone = state === "done";
  return (
    <div className="space-y-5">
      <Notice
        tone={isDone ? "good" : "quiet"}
        role="status"
        icon={<MailX className="size-4" aria-hidden="true" />}
        title={isDone ? t("unsubscribe.doneTitle") : t("unsubscribe.alreadyTitle")}
      >
        {isDone ? t("unsubscribe.done") : t("unsubscribe.already")} {t("unsubscribe.reEnable")}
      </Notice>
      <ButtonLink to="/account" className="w-full">
        {t("unsubscribe.toAccount")}
      </ButtonLink>
    </div>
  );
}
