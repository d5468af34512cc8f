import { useTranslation } from "react-i18next";
import { Chip } from "#app/kit/chip.tsx";
import { useProblemWords } from "#app/kit/forms/use-problem-words.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { columnIn, type PeopleFile, type PeopleRow } from "./people-file.ts";
import "./texts.ts";

/** Each line of a file: who would be invited and as what, or what is wrong with it; refused lines first. */
export function PeoplePreview({ file }: { file: PeopleFile }) {
  const { t } = useTranslation();
  const isRefused = ({ problems }: PeopleRow) => Object.keys(problems).length > 0;
  const rows = [...file.rows.filter(isRefused), ...file.rows.filter((row) => !isRefused(row))];
  return (
    <>
      <p role="status" className="mt-2 flex flex-wrap gap-2">
        {file.refused > 0 && (
          <Chip tone="alarm">{t("userAdmin.many.refused", { count: file.refused })}</Chip>
        )}
        <Chip tone="good">{t("userAdmin.many.fine", { count: file.added })}</Chip>
      </p>
      {file.refused > 0 && (
        <p className="mt-2 text-sm text-alarm">{t("userAdmin.many.refusedText")}</p>
      )}
      <ul className="mt-3 divide-y divide-line text-sm">
        {rows.map((row) => (
          <PersonOfLine key={row.line} row={row} />
        ))}
      </ul>
    </>
  );
}

function PersonOfLine({
  row: { line, name, email, role, facilities, problems },
}: {
  row: PeopleRow;
}) {
  const { t } = useTranslation();
  const words = useProblemWords("file");
  const { locale } = useFormats();
  const wrong = Object.entries(problems);
  const isRole = role === "user" || role === "admin";
  return (
    <li className="flex gap-3 py-2">
      <span className="w-16 shrink-0 text-ink-faint tabular-nums">
        {t("userAdmin.many.line", { line })}
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="font-medium">{name}</span> {email}
        </p>
        {wrong.length === 0 ? (
          <p className="break-words text-ink-soft">
            {[isRole && t(`roles.${role}`), facilities.join(", ")].filter(Boolean).join(" · ")}
          </p>
        ) : (
          wrong.map(([column, found]) => {
            const name = columnIn(locale, column);
            const [text] = words(found, name);
            return (
              <p key={column} className="break-words text-alarm">
                {!text?.startsWith(name) && (
                  <>
                    <code className="font-mono text-xs">{name}</code>:{" "}
                  </>
                )}
                {text}
              </p>
            );
          })
        )}
      </div>
    </li>
  );
}
