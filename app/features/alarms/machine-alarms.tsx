import { useRevalidator, useSearchParams } from "@remix-run/react";
import { BellRing, Plus, ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { useNow } from "#app/components/use-now.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import { useChanges } from "#app/live/index.ts";
import { AcknowledgeDialog, ShelveDialog, UnshelveDialog } from "./alarm-actions.tsx";
import { AlarmCard, type AlarmAsk } from "./alarm-card.tsx";
import { parseAlarmDraft } from "#app/domain/alarms/alarm-draft.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import { AlarmDrawer } from "./alarm-drawer.tsx";
import type { AlarmChoices, ListedAlarm } from "./load-machine-alarms.server.ts";
import { useReadAgain } from "#app/components/use-read-again.ts";
import "./texts.ts";

type Props = {
  deviceId: number;
  /** null: they could not be read. */
  alarms: ListedAlarm[] | null;
  /** null: the reader defines none, or what the form offers could not be read. */
  choices: AlarmChoices | null;
  /** IANA name, of the facility. */
  timezone: string;
  nowMs: number;
  /** Its alarms are read only. */
  isOutOfService: boolean;
};
type Open = { ask: AlarmAsk | "add"; alarm: ListedAlarm | null };

/** A machine's alarms, live: what goes on or off, is acknowledged or defined elsewhere appears by itself. */
export function MachineAlarms({ deviceId, alarms, choices, timezone, nowMs, ...props }: Props) {
  const { isOutOfService } = props;
  const mayDefine = choices !== null && !isOutOfService;
  const { t } = useTranslation();
  const { locale } = useFormats();
  const { revalidate, state } = useRevalidator();
  useChanges(deviceId, "alarms", useReadAgain());
  const now = useNow(nowMs);
  const [params] = useSearchParams();
  // A link may begin a new alarm; once its form was closed, adding begins an empty one.
  const [draft, setDraft] = useState(() => (isOutOfService ? null : parseAlarmDraft(params)));
  const [asked, setAsked] = useState<Open | null>(draft && { ask: "add", alarm: null });
  const close = () => {
    setAsked(null);
    setDraft(null);
  };
  const isOpen = (ask: Open["ask"]) => asked?.ask === ask;
  const ask = (what: Open["ask"], alarm: ListedAlarm | null) => setAsked({ ask: what, alarm });
  if (alarms === null)
    return (
      <Failure onRetry={revalidate} busy={state !== "idle"}>
        {t("alarms.failed")}
      </Failure>
    );
  // As it is now: it may have gone off since it was asked about.
  const about = alarms.find(({ id }) => id === asked?.alarm?.id) ?? asked?.alarm;
  const named = about ? { ...about, name: alarmNameIn(locale, about.name) } : null;
  const shelved = alarms.filter(({ shelvedUntil }) => shelvedUntil !== null && shelvedUntil > now);
  return (
    <div className="space-y-4">
      <h2 className="sr-only">{t("alarms.title")}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-ink-soft">
          {shelved.length > 0 && t("alarms.shelvedCount", { count: shelved.length })}
        </p>
        <ButtonLink to={`/alarms/journal?f_machine=${deviceId}`}>
          <ScrollText className="size-4" aria-hidden="true" />
          {t("crumbs.journal")}
        </ButtonLink>
      </div>
      {alarms.length === 0 && (
        <EmptyState
          icon={<BellRing className="size-6" aria-hidden="true" />}
          title={t("alarms.none")}
        >
          {!isOutOfService && t(mayDefine ? "alarms.noneAdd" : "alarms.noneText")}
        </EmptyState>
      )}
      <ul data-rows className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
        {alarms.map((alarm) => (
          <AlarmCard
            key={alarm.id}
            alarm={alarm}
            timezone={timezone}
            nowMs={now}
            mayDefine={mayDefine}
            isOutOfService={isOutOfService}
            onAsk={(what) => ask(what, alarm)}
          />
        ))}
        {mayDefine && (
          <li className="flex">
            <button
              type="button"
              onClick={() => ask("add", null)}
              className="flex min-h-36 w-full flex-col items-center justify-center gap-2 rounded-card border border-dashed border-line-strong text-sm font-medium text-ink-soft hover:bg-hover hover:text-ink"
            >
              <Plus className="size-5" aria-hidden="true" />
              {t("alarms.add")}
            </button>
          </li>
        )}
      </ul>
      {choices !== null && (
        <AlarmDrawer
          deviceId={deviceId}
          open={isOpen("add") || isOpen("change")}
          alarm={asked?.alarm ?? null}
          draft={draft}
          choices={choices}
          timezone={timezone}
          onClose={close}
        />
      )}
      <AcknowledgeDialog
        deviceId={deviceId}
        open={isOpen("acknowledge")}
        alarm={named}
        onClose={close}
      />
      <ShelveDialog
        deviceId={deviceId}
        open={isOpen("shelve")}
        alarm={named}
        maintenances={choices?.maintenances ?? []}
        onClose={close}
      />
      <UnshelveDialog deviceId={deviceId} open={isOpen("unshelve")} alarm={named} onClose={close} />
    </div>
  );
}
