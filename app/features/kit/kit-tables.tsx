import { MessageSquare, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { Chip, ChipButton, ChipLink } from "#app/kit/chip.tsx";
import { Combobox, MultiCombobox } from "#app/kit/combobox/combobox.tsx";
import { Popover } from "#app/kit/popover.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import "#app/kit/table/texts.ts";
import "#app/features/dashboard/later/texts.ts";
import "#app/features/machines/texts.ts";
import "#app/kit/forms/texts.ts";
import "#app/features/people/texts.ts";
import { KitSection } from "./kit-frame.tsx";
import "#app/components/charts/texts.ts";

type Machine = { id: number; name: string; state: (typeof MACHINE_STATES)[number]; sheets: number };
const MACHINES: readonly Machine[] = Array.from({ length: 45 }, (_, index) => ({
  id: index + 1,
  name: `FFG ${index + 1}`,
  state: MACHINE_STATES[index % MACHINE_STATES.length]!,
  sheets: (index * 977) % 12_000,
}));
const MANY = Array.from({ length: 2_000 }, (_, index) => ({
  value: String(index),
  label: `FFG ${index + 1}`,
  note: `SN-${1000 + index}`,
}));

/** Tables, and what stands in their rows and filters. */
export function KitTables() {
  return (
    <>
      <KitSection name="Chip, ChipButton, ChipLink, Popover">
        <Chips />
      </KitSection>
      <KitSection name="Combobox, MultiCombobox">
        <Comboboxes />
      </KitSection>
      <KitSection name="DataTable">
        <Tables />
      </KitSection>
    </>
  );
}

function Chips() {
  const { t } = useTranslation();
  const [count, setCount] = useState(3);
  const icon = <MessageSquare className="size-3.5" aria-hidden="true" />;
  return (
    <>
      <Chip>{t("table.any")}</Chip>
      <Chip tone="good">{t("gauge.good")}</Chip>
      <Chip tone="warn">{t("gauge.fair")}</Chip>
      <Chip tone="alarm">{t("gauge.poor")}</Chip>
      <ChipButton icon={icon} onClick={() => setCount(count + 1)}>
        {count}
      </ChipButton>
      <ChipLink to="/dev/kit" icon={icon}>
        {t("nav.machines")}
      </ChipLink>
      <Popover
        title={t("nav.help")}
        buttonClass="h-10 rounded-control border border-line-strong px-3 text-sm lg:h-8"
        panel={<p className="p-2">{t("resetRequest.lead")}</p>}
      >
        {t("nav.help")}
      </Popover>
    </>
  );
}

function Comboboxes() {
  const { t } = useTranslation();
  const [one, setOne] = useState<string | null>("3");
  const [several, setSeveral] = useState(["1", "7"]);
  return (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <Combobox label={t("nav.machines")} choices={MANY} value={one} onChange={setOne} />
      <MultiCombobox
        label={t("nav.machines")}
        choices={MANY}
        values={several}
        onChange={setSeveral}
      />
      <Combobox
        label={t("nav.machines")}
        choices={MANY}
        value={null}
        onChange={setOne}
        errors={[t("problems.email")]}
      />
      <Combobox label={t("nav.machines")} choices={MANY} value="3" onChange={setOne} disabled />
    </div>
  );
}

function Tables() {
  const { t } = useTranslation(["common", "glossary"]);
  const { number } = useFormats();
  const columns = useMemo<TableColumn<Machine>[]>(
    () => [
      { key: "name", label: t("machines.name"), value: ({ name }) => name, isName: true },
      {
        key: "state",
        label: t("machine.state"),
        value: ({ state }) => MACHINE_STATES.indexOf(state),
        text: ({ state }) => t(`glossary:states.${state}`),
        csv: ({ state }) => t(`glossary:states.${state}`),
        cell: ({ state }) => <StateBadge state={state} />,
        canGroup: true,
        phone: "corner",
      },
      {
        key: "sheets",
        label: t("charts.sheets"),
        value: ({ sheets }) => sheets,
        text: ({ sheets }) => number(sheets),
        align: "right",
      },
      {
        key: "more",
        label: t("machines.model"),
        value: ({ id }) => id,
        cell: ({ id }) => (
          <Popover
            title={t("machines.model")}
            buttonClass="h-8 px-2 underline"
            panel={<p className="p-2">{id}</p>}
          >
            {id}
          </Popover>
        ),
      },
    ],
    [t, number],
  );
  const usual = {
    caption: t("nav.machines"),
    columns,
    rowId: ({ id }: Machine) => String(id),
    link: ({ id }: Machine) => ({ to: `/dev/kit/tables?opened=${id}` }),
  };
  const add = (
    <ButtonLink tone="primary" size="small" to="/dev/kit/tables?opened=new" preventScrollReset>
      <Plus className="size-4" aria-hidden="true" />
      {t("machines.add")}
    </ButtonLink>
  );
  return (
    <div className="grid w-full min-w-0 gap-6">
      <DataTable
        {...usual}
        rows={MACHINES}
        size={10}
        exportName="helios-machines.csv"
        aside={add}
      />
      <DataTable {...usual} prefix="loading." rows={null} size={10} />
      <DataTable {...usual} prefix="empty." rows={[]} aside={add} />
      <DataTable {...usual} prefix="failed." rows={null} failed onRetry={() => undefined} />
      <DataTable {...usual} prefix="plain." rows={MACHINES.slice(0, 3)} plain />
    </div>
  );
}
