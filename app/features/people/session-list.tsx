import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useTimeIn } from "#app/components/use-time-in.ts";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import type { SessionView } from "./account-types.ts";
import "./texts.ts";

type Props = {
  sessions: readonly SessionView[];
  timeZone: string | null;
};

/** Where the person is signed in, and the way to end it there. */
export function SessionList({ sessions, timeZone }: Props) {
  const { t } = useTranslation();
  const time = useTimeIn(timeZone);
  const [asked, setAsked] = useState<SessionView | "others" | null>(null);
  const one = asked === "others" ? null : asked;
  const close = () => setAsked(null);
  const nameOf = ({ browser, system }: SessionView) =>
    browser !== null && system !== null
      ? t("sessions.browserOn", { browser, system })
      : (browser ?? system ?? t("sessions.unknownDevice"));
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("sessions.title")}</h2>
      <p className="mt-0.5 text-sm text-ink-faint">{t("sessions.text")}</p>
      <ul data-rows className="mt-3">
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
              <Button
                onClick={() => setAsked(session)}
                aria-label={t("sessions.endOf", {
                  device: nameOf(session),
                  time: time(session.signedInAt),
                })}
              >
                {t("sessions.end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button className="mt-3" onClick={() => setAsked("others")}>
          {t("sessions.endAll")}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null && asked !== "others"}
        onClose={close}
        title={t("sessions.endTitle", { device: one === null ? "" : nameOf(one) })}
        text={t("sessions.endText")}
        confirm={{ label: t("sessions.end") }}
        keep={t("sessions.keepOne")}
        intent="end-session"
        hidden={{ id: one?.id ?? 0 }}
        toast={{ done: () => t("sessions.ended") }}
      />
      <ConfirmDialog<{ ended: number }>
        open={asked === "others"}
        onClose={close}
        title={t("sessions.endAllTitle")}
        text={t("sessions.endAllText")}
        confirm={{ label: t("sessions.endAll") }}
        keep={t("sessions.keep")}
        intent="end-others"
        hidden={{}}
        toast={{
          done: ({ ended }) =>
            ended === 0 ? t("sessions.endedNone") : t("sessions.endedAll", { count: ended }),
        }}
      />
    </Card>
  );
}
