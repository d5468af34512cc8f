import { Monitor } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { LANGUAGE_NAMES } from "#app/domain/preferences.ts";
import { DisplayForm } from "./display-form.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import type { FacilityGroup, ListedDisplay } from "./display.ts";
import "./texts.ts";

type Props = {
  display: ListedDisplay;
  groups: readonly FacilityGroup[];
  timeZones: readonly string[];
  showsCustomer: boolean;
  nowMs: number;
  time: (timeMs: number) => string;
  /** Of its own form. */
  answer: FormAnswer | undefined;
  busy: boolean;
  onRevoke: () => void;
};

/** A screen speaks once a minute. */
const ON_NOW_MS = 150_000;

/** A paired screen: where it hangs, what it shows, when it was last heard, and the ways to change or end it. */
export function DisplayCard({
  display,
  groups,
  timeZones,
  showsCustomer,
  nowMs,
  time,
  answer,
  busy,
  onRevoke,
}: Props) {
  const { t } = useTranslation();
  const { id, name, customerId, customerName, make, facilityIds, locale, timeZone, lastSeenAt } =
    display;
  const own = groups.filter((group) => group.customerId === customerId);
  const plants = own.flatMap(({ facilities }) =>
    facilities.filter((facility) => facilityIds.includes(facility.id)).map((plant) => plant.name),
  );
  const isOn = lastSeenAt !== null && nowMs - lastSeenAt < ON_NOW_MS;
  const facts = [
    ...(showsCustomer ? [customerName] : []),
    plants.length === 0 ? t("displays.noFacilities") : plants.join(", "),
    ...(make === null ? [] : [t("displays.onlyMake", { make })]),
  ];
  return (
    <li className="border-b border-line py-3 last:border-0" data-display={id}>
      <div className="flex items-start gap-3">
        <Monitor className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2 text-sm font-medium break-words">
            {name}
            {isOn && (
              <span className="rounded-full bg-go-wash px-2 py-0.5 text-xs font-medium text-go">
                {t("displays.onNow")}
              </span>
            )}
          </h3>
          <p className="text-sm text-ink-soft">{facts.join(" · ")}</p>
          <p className="text-sm text-ink-faint">{`${LANGUAGE_NAMES[locale]} · ${timeZone.replaceAll("_", " ")}`}</p>
          <p className="text-sm text-ink-faint">
            {lastSeenAt === null
              ? t("displays.neverSeen")
              : t("displays.lastSeen", { time: time(lastSeenAt) })}
            {" · "}
            {t("displays.pairedOn", { time: time(display.createdAt) })}
          </p>
        </div>
        <Button onClick={onRevoke} aria-label={t("displays.revokeOf", { name })}>
          {t("displays.revoke")}
        </Button>
      </div>
      <details
        className="mt-1 pl-8"
        open={(answer !== undefined && answer.done === null) || undefined}
      >
        <summary
          aria-label={t("displays.editOf", { name })}
          className="inline-flex min-h-11 items-center rounded-control text-sm font-medium text-ink-soft hover:text-ink lg:min-h-8"
        >
          {t("displays.edit")}
        </summary>
        <DisplayForm
          key={`${name}:${facilityIds.join()}:${locale}:${timeZone}`}
          id={`display-${id}`}
          displayId={id}
          settings={display}
          groups={own}
          timeZones={timeZones}
          answer={answer}
          busy={busy}
        />
      </details>
    </li>
  );
}
