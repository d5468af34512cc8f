import { Form, useSearchParams, useSubmit } from "@remix-run/react";
import { FileSpreadsheet } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { OldNotice } from "#app/kit/states/old-notice.tsx";
import type { CustomerChoice, ReportMachine, ReportPage } from "./load-report-page.server.ts";
import "./texts.ts";

const WITHOUT_CUSTOMER = "none" satisfies CustomerChoice;

/** Whose report it is: customer, where there are several, and machine stand in the address; below them what is made of it. */
export function ReportFrame({
  page,
  lead,
  isOld,
  children,
}: {
  page: ReportPage;
  lead: string;
  /** It could not be read again. */
  isOld: boolean;
  children: (machine: ReportMachine) => ReactNode;
}) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const timeframe = useSearchParams()[0].get("timeframe");
  const { customers, hasUnassigned, customerId, machines, machine } = page;
  if (customers.length === 0 && machines.length === 0)
    return (
      <EmptyState icon={<FileSpreadsheet className="size-6" />} title={t("report.noMachines")}>
        {t(page.canAdd ? "report.noMachinesAdd" : "report.noMachinesText")}
      </EmptyState>
    );
  const isOff = customers.length > 0 && customerId === null;
  return (
    <div className="grid max-w-4xl gap-4">
      {isOld && <OldNotice />}
      <p className="text-sm text-ink-soft">{lead}</p>
      <Form
        method="get"
        // A machine is told with its number and plant: alone it has the room of both.
        className={cx("grid gap-3", customers.length > 0 ? "sm:grid-cols-2" : "sm:max-w-xl")}
        onChange={(event) => {
          const form = new FormData(event.currentTarget);
          // Another customer was chosen: the machine that was chosen is not theirs.
          if ((event.target as HTMLElement).id === "report-customer") form.delete("machine");
          submit(form, { replace: true, preventScrollReset: true });
        }}
      >
        {timeframe !== null && <input type="hidden" name="timeframe" value={timeframe} />}
        {customers.length > 0 && (
          <SelectField
            id="report-customer"
            name="customer"
            label={t("report.customer")}
            defaultValue={customerId ?? ""}
            key={`customer ${customerId}`}
            options={[
              { value: "", label: t("report.chooseCustomer") },
              ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
              ...(hasUnassigned
                ? [{ value: WITHOUT_CUSTOMER, label: t("report.withoutCustomer") }]
                : []),
            ]}
          />
        )}
        <SelectField
          id="report-machine"
          name="machine"
          label={t("report.machine")}
          defaultValue={machine?.id ?? ""}
          key={`machine ${customerId} ${machine?.id}`}
          disabled={isOff}
          options={[
            { value: "", label: t(isOff ? "report.customerFirst" : "report.chooseMachine") },
            ...machines.map(({ id, name, serialNumber, facilityName }) => ({
              value: String(id),
              label: `${name} · ${serialNumber} · ${facilityName ?? t("machine.noFacility")}`,
            })),
          ]}
        />
        {!isHydrated && <Button type="submit">{t("report.chooseMachine")}</Button>}
      </Form>
      {machine === null ? (
        <p className="rounded-card border border-dashed border-line-strong px-6 py-10 text-center text-sm text-ink-soft">
          {t("report.notChosen")}
        </p>
      ) : (
        children(machine)
      )}
    </div>
  );
}
