import "./texts.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { useSectionName } from "#app/kit/sections/use-section-name.ts";
import type { AnomalyQuestion } from "./anomaly-question.ts";
import type { AnomalyAnswer, AnomalyLine } from "./schemas.ts";

const SHOWN_TAGS = 4;

/** What several measures of a section showed at once, each a click away. */
export function AnomaliesTogether({
  answer,
  question,
  title,
  onOpen,
}: {
  answer: AnomalyAnswer;
  question: AnomalyQuestion;
  title: (metric: string) => string;
  onOpen: (line: AnomalyLine) => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sectionName = useSectionName();
  if (answer.together.length === 0) return null;
  const at = (time: string) => formats.dateTime(Date.parse(time), question.timezone);
  return (
    <section className="rounded-card border border-line bg-sunken p-4">
      <h3 className="text-sm font-semibold">{t("anomalies.together")}</h3>
      <ul className="mt-2 grid gap-2">
        {answer.together.map((group) => (
          <li key={`${group.start_at} ${group.section}`} className="text-sm">
            <span className="block text-ink-soft tabular-nums">
              {t("anomalies.togetherLine", {
                from: at(group.start_at),
                to: at(group.end_at),
                section:
                  group.section === null ? t("anomalies.noSection") : sectionName(group.section),
              })}
            </span>
            <span className="flex flex-wrap gap-x-3 gap-y-1 max-lg:items-center max-lg:gap-y-0">
              {group.tag_names.slice(0, SHOWN_TAGS).map((tag) => {
                const line = answer.data.find(({ tag_name }) => tag_name === tag);
                return line ? (
                  <button
                    key={tag}
                    type="button"
                    onClick={() => onOpen(line)}
                    className="min-h-11 text-left font-medium text-calm hover:underline lg:min-h-0"
                  >
                    {title(tag)}
                  </button>
                ) : (
                  <span key={tag} className="font-medium">
                    {title(tag)}
                  </span>
                );
              })}
              {group.tag_names.length > SHOWN_TAGS && (
                <span className="text-ink-soft">
                  {t("anomalies.togetherMore", { more: group.tag_names.length - SHOWN_TAGS })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
