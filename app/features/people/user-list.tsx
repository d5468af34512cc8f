import { useRevalidator } from "@remix-run/react";
import { KeyRound, Plus, Trash2 } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useDeferred, type Deferred } from "#app/components/use-deferred.ts";
import { IconButton } from "#app/kit/controls/icon-button.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { useArrivalToast } from "#app/kit/forms/use-arrival-toast.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { canBeReset, type ManagedPerson } from "./managed-person.ts";
import { UserStatus } from "./user-status.tsx";
import "./texts.ts";

type Props = {
  people: Deferred<ManagedPerson[]>;
  /** Where the list stands; below it each person's page and the form of a new one. */
  path: string;
  /** Of the admin area, which lists everybody: with the customer in place of the facility. */
  ofAll?: boolean;
  /** The reader, who deletes and resets nobody but others. */
  ownId: number;
  /** Other ways to add people, before the button. */
  aside?: ReactNode;
};

type Asked = { act: "delete" | "reset"; person: ManagedPerson };
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

export function UserList({ people, path, ofAll = false, ownId, aside }: Props) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const { value: rows, failed } = useDeferred(people);
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useUserColumns(ofAll, ownId, setAsked);
  return (
    <>
      <DataTable
        caption={t("userAdmin.title")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        link={({ id }) => ({ to: `${path}/${id}`, prefetch: "intent" })}
        exportName="helios-users.csv"
        failed={failed}
        onRetry={revalidate}
        busy={state === "loading"}
        empty={t("userAdmin.empty")}
        aside={
          <>
            {aside}
            <ButtonLink tone="primary" size="small" to={`${path}/new`} prefetch="intent">
              <Plus className="size-4" aria-hidden="true" />
              {t("userAdmin.add")}
            </ButtonLink>
          </>
        }
      />
      <PersonQuestion asked={asked} onClose={() => setAsked(null)} />
      {useArrivalToast()}
    </>
  );
}

/** Deleting or resetting, asked with the person's name; it stays open and says so when it fails. */
function PersonQuestion({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const { t } = useTranslation();
  const name = asked === null ? "" : fullName(asked.person);
  const hidden = { id: asked?.person.id ?? "" };
  return (
    <>
      <ConfirmDialog
        open={asked?.act === "delete"}
        onClose={onClose}
        title={t("userAdmin.deleteTitle", { name })}
        text={t("userAdmin.deleteText")}
        confirm={{ label: t("userAdmin.delete"), busyLabel: t("userAdmin.deleting") }}
        intent="delete"
        hidden={hidden}
        toast={{ done: () => t("userAdmin.deleted", { name }) }}
      />
      <ConfirmDialog
        open={asked?.act === "reset"}
        onClose={onClose}
        title={t("userAdmin.resetTitle", { name })}
        text={t("userAdmin.resetConfirmText")}
        confirm={{ label: t("userAdmin.reset") }}
        intent="reset"
        hidden={hidden}
        toast={{ done: () => t("userAdmin.resetDone") }}
      />
    </>
  );
}

function useUserColumns(
  ofAll: boolean,
  ownId: number,
  ask: (asked: Asked) => void,
): TableColumn<ManagedPerson>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const facilityText = ({ facilityIds, facilityName }: ManagedPerson) =>
      facilityIds.length === 0
        ? t("userAdmin.noFacility")
        : (facilityName ?? t("userAdmin.manyFacilities"));
    const stateText = ({ status }: ManagedPerson) => t(`userAdmin.states.${status}`);
    const roleText = ({ role }: ManagedPerson) => t(`roles.${role}`);
    const place: TableColumn<ManagedPerson> = ofAll
      ? {
          key: "customer",
          label: t("userAdmin.customer"),
          value: ({ customerName }) => customerName,
          wraps: true,
          canGroup: true,
          hiddenAtFirst: true,
        }
      : {
          key: "facility",
          label: t("userAdmin.facility"),
          value: facilityText,
          wraps: true,
          canGroup: true,
        };
    return [
      { key: "name", label: t("userAdmin.name"), value: fullName, isName: true, wraps: true },
      { key: "email", label: t("userAdmin.email"), value: ({ email }) => email, wraps: "narrow" },
      { key: "phone", label: t("userAdmin.phone"), value: ({ phone }) => phone, wraps: "narrow" },
      place,
      {
        key: "role",
        label: t("userAdmin.role"),
        value: ({ role }) => role,
        text: roleText,
        csv: roleText,
        wraps: "narrow",
        canGroup: true,
      },
      {
        key: "status",
        label: t("userAdmin.status"),
        value: stateText,
        cell: (person) => <UserStatus person={person} />,
        wraps: "narrow",
        canGroup: true,
      },
      {
        key: "actions",
        label: t("userAdmin.actions"),
        value: () => null,
        csv: null,
        align: "right",
        cell: (person) =>
          person.id === ownId ? null : (
            <span className="flex justify-end gap-1">
              {canBeReset(person) && (
                <IconButton
                  label={t("userAdmin.resetLabel", { name: fullName(person) })}
                  onClick={() => ask({ act: "reset", person })}
                >
                  <KeyRound className="size-4" aria-hidden="true" />
                </IconButton>
              )}
              <IconButton
                label={t("userAdmin.deleteLabel", { name: fullName(person) })}
                onClick={() => ask({ act: "delete", person })}
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </span>
          ),
        canSort: false,
        canFilter: false,
      },
    ];
  }, [t, ofAll, ownId, ask]);
}
