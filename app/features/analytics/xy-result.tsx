import "./texts.ts";
import { ChartScatter } from "lucide-react";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import { Select } from "#app/components/forms/select.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { LineSwatch } from "#app/kit/charts/line-swatch.tsx";
import { fitStroke } from "#app/kit/charts/use-chart-colors.ts";
import { XyChart } from "#app/kit/charts/xy-chart.tsx";
import { FEEDING } from "./asked.ts";
import { withMinus } from "#app/domain/formats/numbers.ts";
import { equationOf, FITS, shortNumber } from "./equation.ts";
import { fedAllTheWhile, pairPoints, toXySeries, type MeasureWords } from "./measure-series.ts";
import { REGRESSIONS, type RegressionKind } from "./question.ts";
import type { Answered } from "./use-telemetry.ts";

type XyResultProps = {
  answered: Answered;
  axes: { x: string; y: string };
  isFeedingOnly: boolean;
  regressions: readonly RegressionKind[];
  onRegressions: (kinds: RegressionKind[]) => void;
  timezone: string;
  words: MeasureWords;
};

/** One measure against another, with fitted lines, their equations and what they leave over. */
export function XyResult({
  answered,
  axes,
  isFeedingOnly,
  regressions,
  onRegressions,
  timezone,
  words,
}: XyResultProps) {
  const { t } = useTranslation();
  const [residualsOf, setResidualsOf] = useState("");
  const { asked, answer } = answered;
  const [x, y] = useMemo(
    () =>
      [axes.x, axes.y].map((metric) => toXySeries(metric, answer.data[metric] ?? [], asked, words)),
    [axes.x, axes.y, answer, asked, words],
  );
  const points = useMemo(() => {
    const isKept = isFeedingOnly ? fedAllTheWhile(answer.data[FEEDING] ?? [], asked) : undefined;
    return pairPoints([x!.points, y!.points], asked, isKept);
  }, [x, y, asked, answer, isFeedingOnly]);
  const fits = useMemo(() => {
    const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
    const span = { low: xs[0] ?? 0, high: xs.at(-1) ?? 0 };
    return REGRESSIONS.filter((kind) => regressions.includes(kind)).map((kind) => {
      const fit = FITS[kind](xs, ys);
      return { kind, fit, equation: fit.parameters && equationOf(kind, fit, span) };
    });
  }, [points, regressions]);
  const lines = useMemo(
    () =>
      fits.flatMap(({ kind, fit, equation }) =>
        fit.parameters === null
          ? []
          : [
              {
                ...{
                  key: kind,
                  title: t(`analytics.fit_${kind}`),
                  kind: REGRESSIONS.indexOf(kind),
                },
                told: [equation, ...goodnessOf(kind, fit, t)].join(" · "),
                predict: fit.predict,
              },
            ],
      ),
    [fits, t],
  );
  const text = [x!, y!].find(({ shape }) => shape === "spans");
  if (points.length === 0)
    return (
      <EmptyState
        icon={<ChartScatter className="size-6" aria-hidden="true" />}
        title={t("analytics.noData")}
      >
        {text === undefined
          ? t("analytics.noPairs")
          : t("analytics.notNumbers", { title: text.title })}
      </EmptyState>
    );
  const named = ({ title, unit }: { title: string; unit: string | null }) =>
    unit === null ? title : `${title} (${unit})`;
  return (
    <div className="grid gap-4">
      <XyChart
        title={t("analytics.xyTitle", { x: x!.title, y: y!.title })}
        points={points}
        fits={lines}
        residualsOf={lines.find(({ key }) => key === residualsOf) ?? null}
        xTitle={named(x!)}
        yTitle={named(y!)}
        xText={x!.text}
        yText={y!.text}
        timezone={timezone}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t("analytics.regressions")}</legend>
        <ul>
          {REGRESSIONS.map((kind, place) => {
            const found = fits.find((each) => each.kind === kind);
            return (
              <li key={kind} className="flex flex-wrap items-center gap-x-4 text-sm">
                <LineSwatch {...fitStroke(place)} />
                <CheckField
                  label={t(`analytics.fit_${kind}`)}
                  className="min-w-56"
                  checked={found !== undefined}
                  onChange={() =>
                    onRegressions(
                      found === undefined
                        ? [...regressions, kind]
                        : regressions.filter((each) => each !== kind),
                    )
                  }
                />
                {found !== undefined && <FitText {...found} />}
              </li>
            );
          })}
        </ul>
      </fieldset>
      {lines.length > 0 && (
        <label className="flex flex-wrap items-center gap-2.5 text-sm">
          {t("analytics.residuals")}
          <Select value={residualsOf} onChange={(event) => setResidualsOf(event.target.value)}>
            <option value="">{t("analytics.noResiduals")}</option>
            {lines.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </Select>
        </label>
      )}
    </div>
  );
}

type Found = {
  kind: RegressionKind;
  fit: ReturnType<(typeof FITS)[RegressionKind]>;
  equation: string | null;
};

/** The equation with R², or for Theil–Sen the median deviation; or why there is no line. */
function FitText({ kind, fit, equation }: Found) {
  const { t } = useTranslation();
  if (fit.parameters === null)
    return <span className="text-ink-soft">{t(`analytics.reason_${fit.reason}`)}</span>;
  return (
    <span className="min-w-0 text-ink-soft">
      <span className="text-ink">{equation}</span>
      {` · ${goodnessOf(kind, fit, t).join(" · ")}`}
    </span>
  );
}

/** R², or for Theil–Sen the median deviation, and that it is of a sample. */
function goodnessOf(
  kind: RegressionKind,
  fit: Exclude<Found["fit"], { parameters: null }>,
  t: TFunction,
): string[] {
  const goodness =
    kind === "theil_sen" && fit.mad !== undefined
      ? t("analytics.mad", { value: shortNumber(fit.mad) })
      : `R² = ${withMinus(fit.r2.toFixed(4))}`;
  return [goodness, ...(fit.method === "sampled" ? [t("analytics.sampled")] : [])];
}
