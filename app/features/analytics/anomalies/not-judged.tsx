import "./texts.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import type { AnomalyAnswer } from "./schemas.ts";

type Props = { answer: AnomalyAnswer; title: (metric: string) => string };

const lineOf = ({ is_counter, samples, needed }: AnomalyAnswer["not_judged"][number]) =>
  is_counter ? "counterLine" : samples < needed ? "notJudgedLine" : "soonJudgedLine";

/** Measures of a search that have too few samples to be judged, or that only grow. */
export function NotJudged({ answer, title }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [first] = answer.not_judged;
  if (!first) return null;
  return (
    <details className="rounded-card border border-line p-4 text-sm">
      <summary className="cursor-pointer font-medium">
        {t("anomalies.notJudged")} ({answer.not_judged.length})
      </summary>
      <p className="mt-2 text-ink-soft">
        {t("anomalies.notJudgedHelp", { needed: formats.number(first.needed) })}
      </p>
      <ul className="mt-2 grid gap-1 tabular-nums">
        {answer.not_judged.map((each) => (
          <li key={each.tag_name}>
            {t(`anomalies.${lineOf(each)}`, {
              tag: title(each.tag_name),
              samples: formats.number(each.samples),
              needed: formats.number(each.needed),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}
