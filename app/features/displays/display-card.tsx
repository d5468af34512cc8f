import { Monitor } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { LANGUAGE_NAMES } from "#app/domain/preferences.ts";
import type { FacilityGroup, ListedDisplay } from "./display.ts";
import "./texts.ts";

type Props = {
  display: ListedDisplay;
  groups: readonly FacilityGroup[];
  nowMs: number;
  time: (timeMs: number) => string;
  onAsk: (act: "change" | "revoke") => void;
};

/** A screen speaks once a minute. */
const ON_NOW_MS = 150_000;

/** A paired screen: where it hangs, what it shows, when it was last heard, and the ways to change or end it. */
export function DisplayCard({ display, groups, nowMs, time, onAsk }: Props) {
  const { t } = useTranslation();
  const { id, name, customerId, customerName, make, facilityIds, locale, timeZone, lastSeenAt } =
    display;
  const plants = groups
    .filter((group) => group.customerId === customerId)
    .flatMap(({ facilities }) => facilities.filter(({ id: plant }) => facilityIds.includes(plant)))
    .map((facility) => facility.name);
  const isOn = lastSeenAt !== null && nowMs - lastSeenAt < ON_NOW_MS;
  const facts = [
    ...(groups.length > 1 ? [customerName] : []),
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
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onAsk("change")} aria-label={t("displays.editOf", { name })}>
            {t("displays.edit")}
          </Button>
          <Button onClick={() => onAsk("revoke")} aria-label={t("displays.revokeOf", { name })}>
            {t("displays.revoke")}
          </Button>
        </div>
      </div>
    </li>
  );
}
