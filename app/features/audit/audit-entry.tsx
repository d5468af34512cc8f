import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { useTimeIn } from "#app/components/use-time-in.ts";
import { ROLES, type Role } from "#app/domain/access/types.ts";
import { namesOfKind } from "#app/domain/maintenance/catalogue-words.ts";
import { changesOf, fieldInWords, type AuditLine, type AuditValue } from "./audit-view.ts";
import "./texts.ts";

type EntryProps = {
  entry: AuditLine;
  ownZone: string | null;
  /** Of people who are there now, by id. */
  nameOf: ReadonlyMap<number, string>;
};

/** What somebody did, to whom or what, and what was changed by it. */
export function AuditEntry({ entry, ownZone, nameOf }: EntryProps) {
  const { t } = useTranslation();
  const time = useTimeIn(ownZone);
  const inWords = useAuditValue(ownZone);
  const fieldName = useFieldName();
  const changes = changesOf(entry);
  const name = entry.subjectType === "user" ? nameOf.get(entry.subjectId ?? 0) : nameIn(changes);
  return (
    <li className="border-b border-line px-4 py-2.5 text-sm last:border-0">
      <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)_9rem]">
        <span className="text-ink-soft tabular-nums">{time(entry.at)}</span>
        <Who entry={entry} />
        <span className="min-w-0 break-words max-md:col-span-2">
          {t(`audit.actions.${entry.action}`)}
        </span>
        <span className="min-w-0 break-words max-md:col-span-2">
          {t(`audit.subjects.${entry.subjectType}`)}
          {entry.subjectId !== null && (
            <span className="text-ink-faint tabular-nums"> #{entry.subjectId}</span>
          )}
          {name !== undefined && <span className="text-ink-soft"> {name}</span>}
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

/** What a thing is called by the entry itself, where it was added, renamed or deleted. */
function nameIn(changes: ReturnType<typeof changesOf>): string | undefined {
  const named = changes.find(({ name }) => name === "name");
  const told = [named?.after, named?.before].find((value) => value?.kind === "text");
  return told?.kind === "text" ? told.text : undefined;
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
    const text = t(`audit.fields.${name as "name"}`);
    // What is not there is told by its key, on both sides.
    return text === `audit.fields.${name}` ? fieldInWords(name) : text;
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
        return codeInWords(name, value.text);
    }
  };
}
