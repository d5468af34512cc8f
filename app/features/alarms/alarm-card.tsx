import { BellOff, BellRing, Check, CircleCheck, EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import { alarmStatus } from "#app/domain/alarms/types.ts";
import { Chip } from "#app/kit/chip.tsx";
import type { ListedAlarm } from "./load-machine-alarms.server.ts";
import { useAlarmWords } from "./use-alarm-words.ts";
import "./texts.ts";

export type AlarmAsk = "change" | "acknowledge" | "shelve" | "unshelve";
type Props = {
  alarm: ListedAlarm;
  timezone: string;
  nowMs: number;
  mayDefine: boolean;
  /** Its machine is: nobody watches what the alarm watches, and nobody answers it. */
  isOutOfService: boolean;
  onAsk: (ask: AlarmAsk) => void;
};

/** One alarm: what it watches, whether it is on, and who has dealt with it. */
export function AlarmCard(props: Props) {
  const { alarm, timezone, nowMs, mayDefine, isOutOfService, onAsk } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useAlarmWords();
  const name = alarmNameIn(formats.locale, alarm.name);
  const time = (ms: number) => `${formats.dateTime(ms, timezone)} ${formats.zone(ms, timezone)}`;
  const isShelved = alarm.shelvedUntil !== null && alarm.shelvedUntil > nowMs;
  const isUrgent = alarm.priority === "high" || alarm.priority === "critical";
  const needsAnswer = alarm.state === "raised" || alarm.state === "cleared";
  return (
    <Card as="li" className="flex min-w-0 flex-col gap-2 p-4 sm:min-h-36">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-sm font-semibold break-words">
          {mayDefine ? (
            <button
              type="button"
              className="print-text relative text-left underline-offset-2 before:absolute before:inset-x-0 before:-inset-y-3 before:content-[''] hover:underline lg:before:inset-0"
              onClick={() => onAsk("change")}
            >
              {name}
            </button>
          ) : (
            name
          )}
        </h3>
        <Status inAlarm={alarm.inAlarm} isWatched={!isOutOfService} />
      </div>
      <p className="text-sm break-words text-ink-soft">{words(alarm)}</p>
      <div className="flex flex-wrap gap-1.5">
        <Chip tone={isUrgent ? "warn" : "quiet"}>{t(`alarms.priority_${alarm.priority}`)}</Chip>
        {needsAnswer && (
          <Chip tone="warn">
            {t(alarm.inAlarm ? "alarms.state_raised" : "alarms.state_cleared")}
          </Chip>
        )}
        {isShelved && (
          <Chip icon={<BellOff className="size-3.5" aria-hidden="true" />}>
            {t("alarms.shelved")}
          </Chip>
        )}
      </div>
      <div className="space-y-0.5 text-xs text-ink-faint empty:hidden">
        {alarm.changedAt !== null && (
          <p>
            {t(alarm.inAlarm ? "alarms.onSince" : "alarms.offSince", {
              time: time(alarm.changedAt),
            })}
          </p>
        )}
        {alarm.acknowledgedAt !== null && (
          <p className="break-words">
            {t("alarms.acknowledgedBy", {
              name: alarm.acknowledgedByName ?? t("alarms.somebody"),
              time: time(alarm.acknowledgedAt),
            })}
            {alarm.acknowledgeNote !== null && `: ${alarm.acknowledgeNote}`}
          </p>
        )}
        {isShelved && (
          <p className="break-words">
            {t(alarm.isShelvedByMaintenance ? "alarms.shelvedByWork" : "alarms.shelvedBy", {
              name: alarm.shelvedByName ?? t("alarms.somebody"),
              time: time(alarm.shelvedUntil!),
            })}
            {`: ${alarm.shelvedReason ?? ""}`}
          </p>
        )}
      </div>
      <div className="mt-auto flex flex-wrap gap-2 pt-1 empty:hidden">
        {needsAnswer && !isOutOfService && (
          <Button
            size="small"
            onClick={() => onAsk("acknowledge")}
            aria-label={`${t("alarms.acknowledge")} ${name}`}
          >
            <Check className="size-4" aria-hidden="true" />
            {t("alarms.acknowledge")}
          </Button>
        )}
        {mayDefine && (
          <Button
            size="small"
            tone="bare"
            className={needsAnswer ? undefined : "-ml-3"}
            onClick={() => onAsk(isShelved ? "unshelve" : "shelve")}
            aria-label={`${t(isShelved ? "alarms.unshelve" : "alarms.shelve")} ${name}`}
          >
            <BellOff className="size-4" aria-hidden="true" />
            {t(isShelved ? "alarms.unshelve" : "alarms.shelve")}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Status({ inAlarm, isWatched }: { inAlarm: boolean; isWatched: boolean }) {
  const { t } = useTranslation();
  if (!isWatched)
    return (
      <Chip icon={<EyeOff className="size-3.5" aria-hidden="true" />}>{t("alarms.unwatched")}</Chip>
    );
  const Icon = inAlarm ? BellRing : CircleCheck;
  return (
    <Chip tone={inAlarm ? "alarm" : "good"} icon={<Icon className="size-3.5" aria-hidden="true" />}>
      {t(`alarms.status_${alarmStatus(inAlarm)}`)}
    </Chip>
  );
}
