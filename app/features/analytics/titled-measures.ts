import { byName } from "#app/domain/formats/by-name.ts";
import type { MeasureWords } from "./measure-series.ts";

export type TitledMeasure = { metric: string; title: string };

/** A machine's measures by their titles, as people look for them: "Pump 2" before "Pump 10". */
export const titledMeasures = (
  metrics: readonly string[],
  words: Pick<MeasureWords, "title">,
): TitledMeasure[] =>
  byName(
    metrics.map((metric) => {
      const title = words.title(metric);
      const isShared = metrics.some((each) => each !== metric && words.title(each) === title);
      return { metric, title: isShared ? `${title} (${metric})` : title };
    }),
    ({ title }) => title,
  );
