import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import { Download, ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Button, ButtonAnchor, ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useTimeIn } from "#app/components/use-time-in.ts";
import { AUDIT_SUBJECTS } from "#app/domain/access/audit.ts";
import { ROLES, type Role } from "#app/domain/access/types.ts";
import { REPORT_PRESETS, toRangeText, type DateRange } from "#app/domain/formats/date-ranges.ts";
import { namesOfKind } from "#app/domain/maintenance/catalogue-words.ts";
import { DateRangePicker } from "#app/kit/controls/date-range-picker.tsx";
import {
  auditSearch,
  changesOf,
  fieldInWords,
  toFieldName,
  type AuditFilter,
  type AuditLine,
  type AuditValue,
} from "./audit-view.ts";
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
  const { audit, filter, nextBefore, isFirst, ownZone, hasFile } = props;
  const { t } = useTranslation();
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
          <ul>
            {audit.map((entry) => (
              <Entry key={entry.id} entry={entry} ownZone={ownZone} />
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
        {hasFile && (
          <ButtonAnchor
            href={`/audit/file${auditSearch(filter)}`}
            download="helios-audit.csv"
            className="ml-auto"
          >
            <Download className="size-4" aria-hidden="true" />
            {t("audit.csv")}
          </ButtonAnchor>
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
  return (
    <Form
      action="/audit"
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_auto_auto]"
    >
      <SelectField
        id="audit-person"
        name="person"
        label={t("audit.person")}
        defaultValue={String(filter.person ?? "")}
        options={[
          { value: "", label: t("audit.everybody") },
          ...people.map(({ id, firstName, lastName }) => ({
            value: String(id),
            label: `${firstName} ${lastName}`.trim(),
          })),
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
        <Link to="/audit" className="self-center text-sm underline max-lg:finger-line">
          {t("audit.all")}
        </Link>
      )}
    </Form>
  );
}

function Entry({ entry, ownZone }: { entry: AuditLine; ownZone: string | null }) {
  const { t } = useTranslation();
  const time = useTimeIn(ownZone);
  const inWords = useAuditValue(ownZone);
  const fieldName = useFieldName();
  const changes = changesOf(entry);
  return (
    <li className="border-b border-line px-4 py-2.5 text-sm last:border-0">
      <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)_9rem]">
        <span className="text-ink-soft tabular-nums">{time(entry.at)}</span>
        <Who entry={entry} />
        <span className="min-w-0 break-words">{t(`audit.actions.${entry.action}`)}</span>
        <span className="min-w-0 break-words max-md:text-right">
          {t(`audit.subjects.${entry.subjectType}`)}
          {entry.subjectId !== null && (
            <span className="text-ink-faint tabular-nums"> #{entry.subjectId}</span>
          )}
          {entry.count > 1 && (
            <span className="text-ink-faint"> {t("audit.times", { count: entry.count })}</span>
          )}
        </span>
        <span className="text-right text-ink-faint tabular-nums max-md:col-start-2 max-md:row-start-1">
          {entry.address}
        </span>
      </div>
      {changes.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer py-3 text-ink-soft lg:py-1 hover:text-ink">
            {t("audit.details")}
          </summary>
          <table className="mt-1 w-full table-fixed text-left text-xs">
            <thead className="text-ink-faint">
              <tr>
                <th className="w-1/4 py-1 font-medium">{t("audit.field")}</th>
                <th className="py-1 font-medium">{t("audit.before")}</th>
                <th className="py-1 font-medium">{t("audit.after")}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ name, before, after }) => (
                <tr key={name} className="border-t border-line align-top">
                  <td className="py-1 pr-3 break-words text-ink-soft">{fieldName(name)}</td>
                  <td className="py-1 pr-3 break-words">{inWords(name, before)}</td>
                  <td className="py-1 break-words">{inWords(name, after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </li>
  );
}

const WHO = "min-w-0 font-medium break-words max-md:col-span-2";

/** A person, what they came with, or what acted by itself. */
function Who({ entry }: { entry: AuditLine }) {
  const { t } = useTranslation();
  const { actorUserId, actorName, actorRole: role, means, meansName, meansId } = entry;
  const byMeans = means && t(`audit.means.${means}`, { name: meansName ?? `#${meansId ?? ""}` });
  const isRole = (text: string | null): text is Role => text !== null && text !== "display";
  if (actorUserId === null) return <span className={WHO}>{byMeans ?? t("audit.nobody")}</span>;
  return (
    <span className={WHO}>
      {actorName ?? `#${actorUserId}`}
      <span className="font-normal text-ink-faint">
        {isRole(role) && ` ${t(`roles.${role}`)}`}
        {byMeans && ` ${t("audit.with", { means: byMeans })}`}
      </span>
    </span>
  );
}

/** What a field is called; one that has no words is told by its name. */
function useFieldName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const field = toFieldName(name) as "name";
    const text = t(`audit.fields.${field}`);
    // What is not there is told by its key, on both sides.
    return text === `audit.fields.${field}` ? fieldInWords(name) : text;
  };
}

/** A field's value as it is read: codes in words, times in the reader's zone, yes and no, lists with commas. */
function useAuditValue(ownZone: string | null): (name: string, value: AuditValue) => string {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const time = useTimeIn(ownZone);
  /** A code without words is told as it is. */
  const codeInWords = (field: string, code: string): string => {
    if (field === "role" && ROLES.some((role) => role === code)) return t(`roles.${code as Role}`);
    const [english, spanish] = field === "kind" ? namesOfKind(code) : [];
    if (english !== undefined) return (locale === "es" ? spanish : english) ?? english;
    if (/[.:]/.test(code)) return code;
    const place = `${field}.${code}` as "locale.en";
    const words: string = t(`audit.values.${place}`);
    return words === `audit.values.${place}` ? code : words;
  };
  return (name, value) => {
    switch (value.kind) {
      case "nothing":
        return t("audit.nothing");
      case "yes_or_no":
        return t(value.isYes ? "audit.yes" : "audit.no");
      case "time":
        return time(value.at);
      case "text":
        return codeInWords(toFieldName(name), value.text);
    }
  };
}
