import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import type { Problem } from "#app/domain/problems.ts";
import { Chip, type ChipTone } from "#app/kit/chip.tsx";
import { useProblemWords } from "#app/kit/forms/use-problem-words.ts";
import { ROW_OUTCOMES, type ManyMappingsJson } from "./schemas.ts";
import "#app/kit/forms/texts.ts";
import "./many/texts.ts";
import "./texts.ts";

type Outcome = (typeof ROW_OUTCOMES)[number];
const TONES: Record<Outcome, ChipTone> = {
  added: "good",
  changed: "warn",
  same: "quiet",
  skipped: "quiet",
  refused: "alarm",
};
/** What needs a look comes first. */
const ORDER: readonly Outcome[] = ["refused", "changed", "added", "skipped", "same"];
const MAX_SHOWN = 200;

/** What is under way, with how many rows where that is known. */
export function ManyBusy({ does, rows }: { does: "look" | "map"; rows: number | null }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const counted = { count: rows ?? 0, n: number(rows) };
  return (
    <p role="status">
      {does === "map"
        ? t(rows === null ? "many.mappingAll" : "many.mapping", counted)
        : t(rows === null ? "many.looking" : "many.lookingAt", counted)}
    </p>
  );
}

/** What would be done, in numbers and row by row; refused rows first, each with its reasons. */
export function ManyPreview({
  result,
  refusedText,
}: {
  result: ManyMappingsJson;
  /** What to do about refused rows; by default that of a file. */
  refusedText?: string;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const words = useProblemWords();
  const rows = ORDER.flatMap((outcome) => result.rows.filter((row) => row.outcome === outcome));
  const { counts } = result;
  return (
    <div>
      <p role="status" className="flex flex-wrap gap-2">
        {ROW_OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
          <Chip key={outcome} tone={TONES[outcome]}>
            {t(`many.outcomes.${outcome}`, { n: number(counts[outcome]) })}
          </Chip>
        ))}
        {result.rows.length === 0 && t("many.nothing")}
      </p>
      {counts.refused > 0 && (
        <p className="mt-2 text-sm text-alarm">{refusedText ?? t("many.refusedText")}</p>
      )}
      <ul className="mt-3 divide-y divide-line text-sm">
        {rows.slice(0, MAX_SHOWN).map((row, index) => (
          <li key={index} className="py-1.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="min-w-0">
                <code className="font-mono break-all">{row.machine_key}</code>
                {" → "}
                <span className="break-all">{row.human_key}</span>
              </span>
              <span className="text-xs text-ink-faint">{t(`many.words.${row.outcome}`)}</span>
            </p>
            {Object.entries(row.problems).map(([field, problems]) => (
              <p key={field} className="text-ink-soft">
                {words(problems as unknown as Problem[])[0]}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN && (
        <p className="mt-2 text-sm text-ink-faint">
          {t("many.more", { n: number(rows.length - MAX_SHOWN) })}
        </p>
      )}
    </div>
  );
}
