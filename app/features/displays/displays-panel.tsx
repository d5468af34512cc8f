import { Form, useNavigation } from "@remix-run/react";
import { CircleCheck, Monitor } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { DisplayCard } from "./display-card.tsx";
import { DisplayForm } from "./display-form.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import type { FacilityGroup, ListedDisplay } from "./display.ts";
import type { DisplayDone } from "./displays.page.server.ts";
import { useTimeIn } from "#app/components/use-time-in.ts";
import "./texts.ts";

type Props = {
  displays: readonly ListedDisplay[];
  groups: readonly FacilityGroup[];
  timeZones: readonly string[];
  /** Of the person who looks; null: that of their device. */
  ownZone: string | null;
  /** What is typed into the screen's browser. */
  address: string;
  nowMs: number;
  answer: FormAnswer<DisplayDone> | undefined;
};

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
  const { locale } = useFormats();
  const time = useTimeIn(ownZone);
  const form = useNavigation().formData;
  const busy = form?.get("intent") ?? null;
  const [revoking, setRevoking] = useState<ListedDisplay | null>(null);
  useEffect(() => setRevoking(null), [answer]);
  const timeZone = groups[0]?.facilities[0]?.timezone ?? "UTC";
  const only =
    groups.length === 1 && groups[0]!.facilities.length === 1 ? [groups[0]!.facilities[0]!.id] : [];
  return (
    <div className="space-y-3 pb-6">
      <ResultNotice answer={answer} />
      <Card as="section" className="p-4 lg:p-5">
        <h2 className="text-md font-semibold">{t("displays.pairTitle")}</h2>
        <p className="mt-0.5 text-sm text-ink-faint">{t("displays.pairText", { address })}</p>
        <DisplayForm
          key={displays.length}
          id="pair"
          displayId={null}
          settings={{ name: "", facilityIds: only, locale, timeZone }}
          groups={groups}
          timeZones={timeZones}
          answer={answer?.intent === "pair" ? answer : undefined}
          busy={busy === "pair"}
        />
      </Card>
      {displays.length === 0 ? (
        <EmptyState
          icon={<Monitor className="size-6" aria-hidden="true" />}
          title={t("displays.emptyTitle")}
        >
          {t("displays.emptyText", { address })}
        </EmptyState>
      ) : (
        <Card as="section" className="p-4 lg:p-5">
          <h2 className="text-md font-semibold">{t("displays.list")}</h2>
          <ul className="mt-1">
            {displays.map((display) => (
              <DisplayCard
                key={display.id}
                display={display}
                groups={groups}
                timeZones={timeZones}
                showsCustomer={groups.length > 1}
                nowMs={nowMs}
                time={time}
                answer={
                  answer?.intent === "save" && answer.id === String(display.id) ? answer : undefined
                }
                busy={busy === "save" && form?.get("id") === String(display.id)}
                onRevoke={() => setRevoking(display)}
              />
            ))}
          </ul>
        </Card>
      )}
      <Dialog
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        role="alertdialog"
        title={t("displays.revokeTitle", { name: revoking?.name ?? "" })}
        description={t("displays.revokeText")}
        actions={
          <>
            <Button autoFocus onClick={() => setRevoking(null)}>
              {t("displays.keep")}
            </Button>
            <Form method="post" preventScrollReset className="contents">
              <input type="hidden" name="id" value={revoking?.id ?? ""} />
              <SubmitButton name="intent" value="revoke" tone="danger" busy={busy === "revoke"}>
                {t("displays.revoke")}
              </SubmitButton>
            </Form>
          </>
        }
      />
    </div>
  );
}

/** What the last form did. */
function ResultNotice({ answer }: { answer: FormAnswer<DisplayDone> | undefined }) {
  const { t } = useTranslation();
  const text = (() => {
    if (!answer?.done) return null;
    const { name } = answer.done;
    if (name === null) return t("displays.gone");
    switch (answer.intent) {
      case "revoke":
        return t("displays.revoked", { name });
      case "save":
        return t("displays.saved", { name });
      default:
        return t("displays.paired", { name });
    }
  })();
  return (
    <div role="status">
      {text !== null && (
        <Notice tone="good" icon={<CircleCheck className="size-4 text-go" aria-hidden="true" />}>
          {text}
        </Notice>
      )}
    </div>
  );
}
