import { Monitor } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { placeOfZone } from "#app/domain/formats/time-zones.ts";
import { Field } from "#app/components/forms/field.tsx";
import { KeepFresh } from "#app/live/keep-fresh.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useTimeIn } from "#app/components/use-time-in.ts";
import { LANGUAGE_NAMES } from "#app/domain/preferences.ts";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { DisplayFields, toDisplayFields } from "./display-fields.tsx";
import { displaySettings, type FacilityGroup, type ListedDisplay, newDisplay } from "./display.ts";
import type { DisplayDone } from "./displays.page.server.ts";
import "./pairing/texts.ts";

/** Soon enough for somebody who paired a screen and looks whether it is on. */
const REFRESH_MS = 15_000;

type Props = {
  displays: readonly ListedDisplay[];
  groups: readonly FacilityGroup[];
  timeZones: readonly string[];
  /** Of the person who looks; null: that of their device. */
  ownZone: string | null;
  /** What is typed into the screen's browser. */
  address: string;
  nowMs: number;
  /** Of the form that pairs, for who has no JavaScript. */
  answer: FormAnswer | undefined;
};
type Fields = Pick<Props, "groups" | "timeZones">;
type Asked = { act: "change" | "revoke"; display: ListedDisplay };

/** Pair a screen by its code, see the paired ones, change them, revoke them. */
export function DisplaysPanel({
  displays,
  groups,
  timeZones,
  ownZone,
  address,
  nowMs,
  answer,
}: Props) {
  const { t } = useTranslation();
  const time = useTimeIn(ownZone);
  const [asked, setAsked] = useState<Asked | null>(null);
  const display = asked?.display ?? null;
  const close = () => setAsked(null);
  return (
    <div className="space-y-3 pb-6">
      <KeepFresh everyMs={REFRESH_MS} />
      <Card as="section" className="p-4 lg:p-5">
        <h2 className="text-md font-semibold">{t("displays.pairTitle")}</h2>
        <p className="mt-0.5 mb-4 text-sm text-ink-faint">{t("displays.pairText", { address })}</p>
        <PairForm groups={groups} timeZones={timeZones} answer={answer} />
      </Card>
      {displays.length === 0 ? (
        <EmptyState
          icon={<Monitor className="size-6" aria-hidden="true" />}
          title={t("displays.emptyTitle")}
        >
          {t("displays.emptyText")}
        </EmptyState>
      ) : (
        <Card as="section" className="p-4 lg:p-5">
          <h2 className="text-md font-semibold">{t("displays.list")}</h2>
          <ul data-rows className="mt-1">
            {displays.map((each) => (
              <DisplayCard
                key={each.id}
                display={each}
                groups={groups}
                nowMs={nowMs}
                time={time}
                onAsk={(act) => setAsked({ act, display: each })}
              />
            ))}
          </ul>
        </Card>
      )}
      <FormDrawer<typeof displaySettings, DisplayDone>
        open={asked?.act === "change"}
        onClose={close}
        title={t("displays.editOf", { name: display?.name ?? "" })}
        id="display"
        intent="save"
        schema={displaySettings}
        hidden={{ id: display?.id ?? 0 }}
        defaultValue={display === null ? {} : toDisplayFields(display)}
        submit={{ label: t("displays.save"), busyLabel: t("displays.saving") }}
        toast={{ done: ({ name }) => t("displays.saved", { name }) }}
      >
        {(form) => (
          <DisplayFields
            form={form}
            groups={groups.filter(({ customerId }) => customerId === display?.customerId)}
            timeZones={timeZones}
          />
        )}
      </FormDrawer>
      <ConfirmDialog<DisplayDone>
        open={asked?.act === "revoke"}
        onClose={close}
        title={t("displays.revokeTitle", { name: display?.name ?? "" })}
        text={t("displays.revokeText")}
        confirm={{ label: t("displays.revoke") }}
        keep={t("displays.keep")}
        intent="revoke"
        hidden={{ id: display?.id ?? 0 }}
        toast={{
          done: ({ name }) =>
            name === null ? t("displays.gone") : t("displays.revoked", { name }),
        }}
      />
    </div>
  );
}

/** A new screen, by the code that it shows. */
function PairForm({ groups, timeZones, answer }: Fields & Pick<Props, "answer">) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const facilities = groups.flatMap((group) => group.facilities);
  return (
    <ResourceForm<typeof newDisplay, DisplayDone>
      id="pair"
      intent="pair"
      schema={newDisplay}
      answer={answer}
      defaultValue={toDisplayFields({
        name: "",
        facilityIds: facilities.length === 1 ? [facilities[0]!.id] : [],
        locale,
        timeZone: facilities[0]?.timezone ?? "UTC",
      })}
      submit={{ label: t("displays.pair"), busyLabel: t("displays.pairing") }}
      toast={{ done: ({ name }) => t("displays.paired", { name }) }}
    >
      {(form) => (
        <>
          <Field
            {...form.textProps("code", t("displays.code"))}
            autoComplete="off"
            help={t("displays.codeHelp")}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            className="[&_input]:font-mono [&_input]:tracking-widest [&_input]:uppercase"
          />
          <DisplayFields form={form} groups={groups} timeZones={timeZones} />
        </>
      )}
    </ResourceForm>
  );
}

type CardProps = {
  display: ListedDisplay;
  groups: readonly FacilityGroup[];
  nowMs: number;
  time: (timeMs: number) => string;
  onAsk: (act: "change" | "revoke") => void;
};

/** A screen speaks once a minute. */
const ON_NOW_MS = 150_000;

/** A paired screen: where it hangs, what it shows, when it was last heard, and the ways to change or end it. */
function DisplayCard({ display, groups, nowMs, time, onAsk }: CardProps) {
  const { t } = useTranslation();
  const formats = useFormats();
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
          <p className="text-sm text-ink-faint">{`${LANGUAGE_NAMES[locale]} · ${placeOfZone(formats.locale, timeZone)}`}</p>
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
