import type { alarms, facilities } from "#app/db/schema/index.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import type { AlarmPriority } from "#app/domain/alarms/types.ts";
import { formatDateTime, formatZone } from "#app/domain/formats/times.ts";
import { composeMail, type MessageDraft } from "#app/domain/mail/compose.ts";
import { FALLBACK_LOCALE, type Locale } from "#app/domain/preferences.ts";
import { absoluteLink } from "#app/features/mail/outbox.server.ts";
import { unsubscribeLinks } from "#app/features/people/subscription.server.ts";
import type { Recipient } from "./alarm-recipients.server.ts";

type Deps = { publicOrigin: string; linkSecret: () => Promise<string> };
export type RaisedAlarm = typeof alarms.$inferSelect & {
  /** The sample's time. */
  raisedAt: number;
  machine: string;
  facility: typeof facilities.$inferSelect | null;
};

const PRIORITY: Record<Locale, Record<AlarmPriority, string>> = {
  en: { low: "low", medium: "medium", high: "high", critical: "critical" },
  es: { low: "baja", medium: "media", high: "alta", critical: "crítica" },
};

/** In the zone of the facility, with its name. */
function whenOf(locale: Locale, { raisedAt, facility }: RaisedAlarm): string {
  const zone = facility?.timezone ?? "UTC";
  return `${formatDateTime(locale, raisedAt, zone)} ${formatZone(locale, raisedAt, zone)}`;
}
const wayOut = async (deps: Deps, { userId }: Recipient) =>
  userId === null ? null : unsubscribeLinks(deps, userId);

export async function alarmMail(
  deps: Deps,
  person: Recipient,
  alarm: RaisedAlarm,
): Promise<MessageDraft> {
  const locale = person.locale ?? FALLBACK_LOCALE;
  return composeMail({
    template: "alarm_raised",
    to: person.email,
    locale,
    values: {
      alarm: alarmNameIn(locale, alarm.name),
      machine: alarm.machine,
      facility: alarm.facility?.name ?? "–",
      when: whenOf(locale, alarm),
      priority: PRIORITY[locale][alarm.priority],
    },
    link: absoluteLink(deps.publicOrigin, `/machines/${alarm.deviceId}/alarms`),
    unsubscribe: await wayOut(deps, person),
  });
}

export async function stormMail(
  deps: Deps,
  person: Recipient,
  raised: readonly RaisedAlarm[],
): Promise<MessageDraft> {
  const locale = person.locale ?? FALLBACK_LOCALE;
  return composeMail({
    template: "alarm_storm",
    to: person.email,
    locale,
    values: { count: String(raised.length), facility: raised[0]?.facility?.name ?? "–" },
    lines: raised.map(
      (alarm) =>
        `${alarm.machine}: ${alarmNameIn(locale, alarm.name)} (${PRIORITY[locale][alarm.priority]}), ${whenOf(locale, alarm)}`,
    ),
    link: absoluteLink(deps.publicOrigin, "/dashboard"),
    unsubscribe: await wayOut(deps, person),
  });
}
