import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "#app/components/layout/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useTimeIn } from "#app/components/use-time-in.ts";
import type { Make } from "#app/domain/access/types.ts";
import { Chip } from "#app/kit/chip.tsx";
import { IconButton } from "#app/kit/controls/icon-button.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { NewEnrollmentKey } from "./new-key.tsx";
import { stateOfKey, type ListedKey } from "./new-machine.ts";
import "./texts.ts";

type Props = {
  keys: ListedKey[];
  /** Of which the reader makes keys. */
  makes: Make[];
  /** Of the reader; null: that of their device. */
  ownZone: string | null;
  nowMs: number;
};

/** The keys with which gateways enroll their machines: what each is for and has made; a new one, and an end to one. */
export function EnrollmentKeyList({ keys, makes, ownZone, nowMs }: Props) {
  const { t } = useTranslation();
  const [ending, setEnding] = useState<ListedKey | null>(null);
  const columns = useColumns(ownZone, nowMs, setEnding);
  const name = ending?.name ?? "";
  return (
    <Page
      title={t("enrollment.keys")}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <ButtonLink to="/machines">{t("enrollment.toMachines")}</ButtonLink>
          <NewEnrollmentKey makes={makes} />
        </div>
      }
    >
      <p className="mb-3 max-w-3xl text-sm text-ink-soft">{t("enrollment.keysLead")}</p>
      <DataTable
        caption={t("enrollment.keys")}
        columns={columns}
        rows={keys}
        rowId={({ id }) => String(id)}
        exportName="helios-enrollment-keys.csv"
        empty={t("enrollment.noKeys")}
      />
      <ConfirmDialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={t("enrollment.endTitle", { name })}
        text={t("enrollment.endText")}
        confirm={{ label: t("enrollment.end") }}
        intent="end-key"
        hidden={{ id: ending?.id ?? 0, name }}
        toast={{ done: () => t("enrollment.ended", { name }) }}
      />
    </Page>
  );
}

const TONES = { open: "good", used_up: "quiet", expired: "quiet" } as const;

function useColumns(
  ownZone: string | null,
  nowMs: number,
  onEnd: (key: ListedKey) => void,
): TableColumn<ListedKey>[] {
  const { t } = useTranslation();
  const time = useTimeIn(ownZone);
  return useMemo(() => {
    const stateText = (key: ListedKey) => t(`enrollment.states.${stateOfKey(key, nowMs)}`);
    const moment = (
      key: string,
      label: string,
      at: (row: ListedKey) => number | null,
      none = "",
    ): TableColumn<ListedKey> => ({
      key,
      label,
      value: at,
      wraps: true,
      text: (row) => {
        const ms = at(row);
        return ms === null ? none : time(ms);
      },
      csv: (row) => {
        const ms = at(row);
        return ms === null ? null : new Date(ms).toISOString();
      },
    });
    return [
      {
        key: "name",
        label: t("enrollment.keyName"),
        value: ({ name }) => name,
        isName: true,
        wraps: true,
      },
      {
        key: "make",
        label: t("enrollment.make"),
        value: ({ make }) => make ?? t("enrollment.anyMake"),
        wraps: true,
        canGroup: true,
      },
      {
        key: "uses",
        label: t("enrollment.machinesMade"),
        wraps: true,
        value: ({ uses }) => uses,
        text: ({ uses, maxUses }) => t("enrollment.usesOf", { uses, most: maxUses }),
      },
      moment("expires", t("enrollment.expires"), ({ expiresAt }) => expiresAt),
      moment(
        "used",
        t("enrollment.lastUsed"),
        ({ lastUsedAt }) => lastUsedAt,
        t("enrollment.neverUsed"),
      ),
      moment("created", t("enrollment.created"), ({ createdAt }) => createdAt),
      {
        key: "state",
        label: t("enrollment.state"),
        value: stateText,
        cell: (key) => <Chip tone={TONES[stateOfKey(key, nowMs)]}>{stateText(key)}</Chip>,
        canGroup: true,
        phone: "corner",
      },
      {
        key: "actions",
        label: t("enrollment.actions"),
        value: () => null,
        csv: null,
        canSort: false,
        canFilter: false,
        cell: (key) => (
          <IconButton
            label={t("enrollment.endLabel", { name: key.name })}
            onClick={() => onEnd(key)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </IconButton>
        ),
      },
    ];
  }, [t, time, nowMs, onEnd]);
}
