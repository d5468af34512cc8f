import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { Card } from "#app/components/layout/page.tsx";
import { useFocusOnOther } from "#app/components/use-focus-on-other.ts";
import { Button } from "#app/components/ui/button.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import "./texts.ts";

const NOTHING = z.object({});

/** Closes a facility with its machines, or opens it again; superusers only. */
export function FacilityService({ name, isRetired }: { name: string; isRetired: boolean }) {
  const { t } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  const acts = useFocusOnOther(isRetired);
  return (
    <Card as="section" className="mt-6 p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("organizations.service")}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        {t(isRetired ? "organizations.closedText" : "organizations.closeText")}
      </p>
      <div ref={acts}>
        {/* Each stays when the other takes its place: its toast says what was done. */}
        <ResourceForm<typeof NOTHING, { id: number }>
          id="restore"
          intent="restore"
          schema={NOTHING}
          defaultValue={{}}
          className={isRetired ? "" : "hidden"}
          submit={{ label: t("organizations.open"), tone: "quiet" }}
          toast={{ done: () => t("organizations.opened") }}
        >
          {() => null}
        </ResourceForm>
        {!isRetired && <Button onClick={() => setIsAsked(true)}>{t("organizations.close")}</Button>}
      </div>
      <ConfirmDialog<{ id: number }>
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={t("organizations.closeTitle", { name })}
        text={t("organizations.closeText")}
        goes={[t("organizations.closesLists"), t("organizations.closesKeys")]}
        confirm={{ label: t("organizations.close") }}
        typeToConfirm={name}
        intent="retire"
        hidden={{}}
        toast={{ done: () => t("organizations.closed") }}
      />
    </Card>
  );
}
