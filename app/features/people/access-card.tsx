import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useTimeIn } from "#app/components/use-time-in.ts";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { DELETE_AND_LEAVE } from "#app/kit/forms/read-again.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { arrival } from "#app/kit/forms/use-arrival-toast.tsx";
import { accessStateOf, canBeReset, type ManagedPerson } from "./managed-person.ts";
import { fullName } from "./user-list.tsx";
import { UserStatus } from "./user-status.tsx";
import "./texts.ts";

type Props = { person: ManagedPerson; listPath: string; ownZone: string | null };

/** Whether they can sign in and why not, with what can be done about it. */
export function AccessCard({ person, listPath, ownZone }: Props) {
  const { t } = useTranslation();
  const time = useTimeIn(ownZone);
  const state = accessStateOf(person);
  const words = {
    active: () => t("userAdmin.accessActive"),
    disabled: () => t("userAdmin.accessDisabled"),
    invited: () => t("userAdmin.accessInvited"),
    locked: () => t("userAdmin.accessLocked", { time: time(person.lockedAt ?? 0) }),
  };
  return (
    <Card as="section" className="space-y-3 p-4 lg:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-md font-semibold">{t("userAdmin.access")}</h2>
        <UserStatus person={person} />
      </div>
      <p className="text-sm text-ink-soft">{words[state]()}</p>
      {person.resetPassword && <p className="text-sm text-ink-soft">{t("userAdmin.resetText")}</p>}
      {state === "invited" && (
        <p className="text-sm text-ink-soft">
          {person.setupUntil === null
            ? t("userAdmin.linkEnded")
            : t("userAdmin.linkUntil", { time: time(person.setupUntil) })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {state === "locked" && (
          <Act intent="unlock" label={t("userAdmin.unlock")} done={t("userAdmin.unlocked")} />
        )}
        {state === "invited" && (
          <Act
            intent="invite-again"
            label={t("userAdmin.inviteAgain")}
            done={t("userAdmin.invitedAgain")}
          />
        )}
        {state === "disabled" && (
          <Act intent="activate" label={t("userAdmin.activate")} done={t("userAdmin.activated")} />
        )}
        <AskedActs person={person} listPath={listPath} />
      </div>
    </Card>
  );
}

const NOTHING = z.object({});

/** An act that takes nothing away and is not asked about. */
function Act({ intent, label, done }: { intent: string; label: string; done: string }) {
  return (
    <ResourceForm
      id={intent}
      intent={intent}
      schema={NOTHING}
      defaultValue={{}}
      guard={false}
      submit={{ label, tone: "quiet" }}
      toast={{ done: () => done }}
    >
      {() => null}
    </ResourceForm>
  );
}

type Asked = "reset" | "deactivate" | "delete";

function AskedActs({ person, listPath }: Pick<Props, "person" | "listPath">) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const name = fullName(person);
  const close = () => setAsked(null);
  return (
    <>
      {canBeReset(person) && (
        <Button onClick={() => setAsked("reset")}>{t("userAdmin.reset")}</Button>
      )}
      {person.status !== "disabled" && (
        <Button onClick={() => setAsked("deactivate")}>{t("userAdmin.deactivate")}</Button>
      )}
      <Button onClick={() => setAsked("delete")}>{t("userAdmin.delete")}</Button>
      <ConfirmDialog
        open={asked === "reset"}
        onClose={close}
        title={t("userAdmin.resetTitle", { name })}
        text={t("userAdmin.resetConfirmText")}
        confirm={{ label: t("userAdmin.reset") }}
        intent="reset"
        hidden={{}}
        toast={{ done: () => t("userAdmin.resetDone") }}
      />
      <ConfirmDialog
        open={asked === "deactivate"}
        onClose={close}
        title={t("userAdmin.deactivateTitle", { name })}
        text={t("userAdmin.deactivateText")}
        confirm={{ label: t("userAdmin.deactivate") }}
        intent="deactivate"
        hidden={{}}
        toast={{ done: () => t("userAdmin.deactivated") }}
      />
      <ConfirmDialog
        open={asked === "delete"}
        onClose={close}
        title={t("userAdmin.deleteTitle", { name })}
        text={t("userAdmin.deleteText")}
        confirm={{ label: t("userAdmin.delete"), busyLabel: t("userAdmin.deleting") }}
        intent={DELETE_AND_LEAVE}
        hidden={{}}
        onDone={() =>
          navigate(listPath, {
            replace: true,
            state: arrival(t("userAdmin.deleted", { name })),
          })
        }
      />
    </>
  );
}
