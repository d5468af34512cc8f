import { Form, useNavigation } from "@remix-run/react";
import { MonitorSmartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { AccountAnswer, SessionView } from "./account-types.ts";
import { useTimeIn } from "#app/components/use-time-in.ts";
import "./texts.ts";

type Props = {
  sessions: readonly SessionView[];
  timeZone: string | null;
  answer: Extract<AccountAnswer, { intent: "sessions" }> | undefined;
};

/** Where the person is signed in, and the way to end it there. */
export function SessionList({ sessions, timeZone, answer }: Props) {
  const { t } = useTranslation();
  const time = useTimeIn(timeZone);
  const busy = useNavigation().formData?.get("intent");
  const [asking, setAsking] = useState(false);
  useEffect(() => setAsking(false), [answer]);
  const nameOf = ({ browser, system }: SessionView) =>
    browser !== null && system !== null
      ? t("sessions.browserOn", { browser, system })
      : (browser ?? system ?? t("sessions.unknownDevice"));
  const told =
    answer === undefined
      ? null
      : answer.one
        ? t("sessions.ended")
        : answer.ended === 0
          ? t("sessions.endedNone")
          : t("sessions.endedAll", { count: answer.ended });
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("sessions.title")}</h2>
      <p className="mt-0.5 text-sm text-ink-faint">{t("sessions.text")}</p>
      <ul className="mt-3">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex items-center gap-3 border-b border-line py-2.5 last:border-0"
          >
            <MonitorSmartphone className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
                {nameOf(session)}
                {session.isCurrent && (
                  <span className="rounded-full bg-go-wash px-2 py-0.5 text-xs font-medium text-go">
                    {t("sessions.current")}
                  </span>
                )}
              </p>
              <p className="text-sm text-ink-soft first-letter:uppercase">
                {t("sessions.signedInOn", { time: time(session.signedInAt) })}
              </p>
              {!session.isCurrent && (
                <p className="text-sm text-ink-faint first-letter:uppercase">
                  {t("sessions.lastSeen", { time: time(session.lastSeenAt) })}
                </p>
              )}
            </div>
            {!session.isCurrent && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={session.id} />
                <SubmitButton
                  name="intent"
                  value="end-session"
                  busy={busy === "end-session"}
                  aria-label={t("sessions.endOf", {
                    device: nameOf(session),
                    time: time(session.signedInAt),
                  })}
                >
                  {t("sessions.end")}
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {sessions.length > 1 && (
          <Button onClick={() => setAsking(true)}>{t("sessions.endAll")}</Button>
        )}
        <p role="status" className="text-sm text-ink-soft">
          {told}
        </p>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        title={t("sessions.endAllTitle")}
        description={t("sessions.endAllText")}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t("sessions.keep")}</Button>
            <Form method="post" preventScrollReset className="contents">
              <SubmitButton
                autoFocus
                name="intent"
                value="end-others"
                tone="primary"
                busy={busy === "end-others"}
              >
                {t("sessions.endAll")}
              </SubmitButton>
            </Form>
          </>
        }
      />
    </Card>
  );
}
