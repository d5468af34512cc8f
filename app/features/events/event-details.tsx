import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { componentWord } from "#app/domain/events/component-words.ts";
import type { Locale } from "#app/domain/preferences.ts";
import type { EventJson, EventMachine } from "./event-types.ts";
import "./texts.ts";

/** An event as it was reported. */
export function EventDetails({ event, machine }: { event: EventJson; machine: EventMachine }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const zone = machine.timezone;
  const range = (from: string, to: string) => {
    const [start, end] = [Date.parse(from), Date.parse(to)];
    return `${formats.dateTime(start, zone)} – ${formats.dateTime(end, zone)} ${formats.zone(start, zone)}`;
  };
  return (
    <>
      <dl className="grid gap-4 text-sm">
        <Item label={t("events.machine")}>{machine.name}</Item>
        <Item label={t("events.range")}>{range(event.start_at, event.end_at)}</Item>
        <Item label={t("events.downtime")}>
          {event.downtime_start_at !== null && event.downtime_end_at !== null
            ? range(event.downtime_start_at, event.downtime_end_at)
            : t("events.noDowntime")}
        </Item>
        <Item label={t("events.author")}>
          {event.author ?? "–"}
          {event.changed_at !== null && (
            <span className="text-ink-faint">
              {`, ${t("events.changedAt", { at: formats.dateTime(Date.parse(event.changed_at), zone) })}`}
            </span>
          )}
        </Item>
        <Item label={t("events.notes")}>
          <span className="whitespace-pre-wrap">{event.notes ?? "–"}</span>
        </Item>
      </dl>
      <h3 className="mt-6 mb-2 text-sm font-semibold">{t("events.interventions")}</h3>
      {event.interventions.length === 0 ? (
        <p className="text-sm text-ink-faint">{t("events.noInterventions")}</p>
      ) : (
        <ul className="space-y-2">
          {event.interventions.map(
            ({ id, type, component, component_part_number: part, reason }) => (
              <li key={id} className="rounded-control border border-line px-3 py-2 text-sm">
                <p className="font-medium">{`${t(`events.type_${type}`)}: ${componentName(formats.locale, component)}`}</p>
                <p className="text-ink-soft">
                  {[part, reason && componentWord(formats.locale, reason.name)]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </li>
            ),
          )}
        </ul>
      )}
    </>
  );
}

/** A component's name in the reader's language, after what it is part of. */
export const componentName = (
  locale: Locale,
  { name, parent_name: parent }: { name: string; parent_name: string | null },
): string => {
  const own = componentWord(locale, name);
  return parent === null ? own : `${componentWord(locale, parent)} › ${own}`;
};

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="eyebrow">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
