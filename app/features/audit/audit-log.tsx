import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import { Download, ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Button, ButtonAnchor, ButtonLink } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { AUDIT_SUBJECTS } from "#app/domain/access/audit.ts";
import { MAX_AUDIT_FILE_ENTRIES } from "#app/domain/limits.ts";
import { REPORT_PRESETS, toRangeText, type DateRange } from "#app/domain/formats/date-ranges.ts";
import { DateRangePicker } from "#app/kit/controls/date-range-picker.tsx";
import { AuditEntry } from "./audit-entry.tsx";
import { auditSearch, type AuditFilter, type AuditLine } from "./audit-view.ts";
import "./texts.ts";

type Props = {
  audit: readonly AuditLine[];
  filter: AuditFilter;
  people: readonly { id: number; firstName: string; lastName: string }[];
  nextBefore: number | null;
  isFirst: boolean;
  ownZone: string | null;
  nowMs: number;
  /** In demo mode a file would tell what the page hides. */
  hasFile: boolean;
};

/** The log, the newest entries first, a page at a time; works without scripts. */
export function AuditLog(props: Props) {
  const { audit, filter, people, nextBefore, isFirst, ownZone, hasFile } = props;
  const { t } = useTranslation();
  const { number } = useFormats();
  const nameOf = new Map(people.map((person) => [person.id, nameOfPerson(person)]));
  return (
    <div className="space-y-3 pb-6">
      <AuditFilters key={auditSearch(filter)} {...props} />
      {audit.length === 0 ? (
        <EmptyState
          icon={<ScrollText className="size-6" aria-hidden="true" />}
          title={t("audit.title")}
          action={<ButtonLink to="/audit">{t("audit.all")}</ButtonLink>}
        >
          {t("audit.empty")}
        </EmptyState>
      ) : (
        <Card as="section">
          <ul data-rows>
            {audit.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} ownZone={ownZone} nameOf={nameOf} />
            ))}
          </ul>
        </Card>
      )}
      <nav className="flex flex-wrap items-center gap-2" aria-label={t("audit.title")}>
        {!isFirst && (
          <ButtonLink to={`/audit${auditSearch(filter)}`}>{t("audit.newest")}</ButtonLink>
        )}
        {nextBefore !== null && (
          <ButtonLink to={`/audit${auditSearch(filter, nextBefore)}`}>
            {t("audit.older")}
          </ButtonLink>
        )}
        {hasFile && audit.length > 0 && (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            {(nextBefore !== null || !isFirst) && (
              <p className="text-sm text-ink-faint">
                {t("audit.csvMost", { most: number(MAX_AUDIT_FILE_ENTRIES) })}
              </p>
            )}
            <ButtonAnchor href={`/audit/file${auditSearch(filter)}`} download="helios-audit.csv">
              <Download className="size-4" aria-hidden="true" />
              {t("audit.csv")}
            </ButtonAnchor>
          </div>
        )}
      </nav>
    </div>
  );
}

function AuditFilters({
  filter,
  people,
  ownZone,
  nowMs,
}: Pick<Props, "filter" | "people" | "ownZone" | "nowMs">) {
  const { t } = useTranslation();
  const [range, setRange] = useState<DateRange | null>(filter.range);
  const { person } = filter;
  // Somebody who was deleted is asked for all the same, and has only their number here.
  const gone = person === null || people.some(({ id }) => id === person) ? [] : [person];
  return (
    <Form
      action="/audit"
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-flow-col lg:grid-cols-[1fr_1fr]"
    >
      <SelectField
        id="audit-person"
        name="person"
        label={t("audit.person")}
        defaultValue={String(person ?? "")}
        options={[
          { value: "", label: t("audit.everybody") },
          ...gone.map((id) => ({ value: String(id), label: `#${id}` })),
          ...people.map((each) => ({ value: String(each.id), label: nameOfPerson(each) })),
        ]}
      />
      <SelectField
        id="audit-subject"
        name="subject"
        label={t("audit.subject")}
        defaultValue={filter.subject ?? ""}
        options={[
          { value: "", label: t("audit.anything") },
          ...AUDIT_SUBJECTS.map((value) => ({ value, label: t(`audit.subjects.${value}`) })),
        ]}
      />
      <div>
        <p className="mb-1.5 text-sm font-medium">{t("audit.when")}</p>
        <DateRangePicker
          label={t("audit.when")}
          value={range}
          onChange={setRange}
          onClear={() => setRange(null)}
          presets={REPORT_PRESETS}
          timeZone={ownZone ?? "UTC"}
          nowMs={nowMs}
        />
        {range !== null && <input type="hidden" name="range" value={toRangeText(range)} />}
      </div>
      <Button type="submit" tone="primary" className="h-11 sm:max-lg:justify-self-start lg:h-10">
        {t("audit.show")}
      </Button>
      {auditSearch(filter) !== "" && (
        <Link to="/audit" className="text-sm underline max-lg:finger-line lg:leading-10">
          {t("audit.all")}
        </Link>
      )}
    </Form>
  );
}

const nameOfPerson = ({ firstName, lastName }: Props["people"][number]): string =>
  `${firstName} ${lastName}`.trim();
