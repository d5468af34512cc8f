/** Notes as the kit's chart shows them. */
import "./texts.ts";
import type { TFunction } from "i18next";
import type { ChartAnnotation } from "#app/kit/charts/types.ts";
import type { AnnotationJson } from "./annotation.ts";

type Words = {
  t: TFunction;
  /** A moment with the zone that the chart is read in. */
  time: (timeMs: number) => string;
  title: (metric: string) => string;
};

export function toChartAnnotations(
  annotations: readonly AnnotationJson[],
  { t, time, title }: Words,
  onDelete: (annotation: AnnotationJson) => void,
): ChartAnnotation[] {
  return annotations.map((annotation) => {
    const { id, kind, metric, text, user_name: name, can_delete: canDelete } = annotation;
    const [startMs, endMs] = [Date.parse(annotation.start_time), Date.parse(annotation.end_time)];
    const lookedAt = kind === "looked_at" ? t("annotations.lookedAt") : null;
    const said = kind === "comment" ? t("annotations.comment") : lookedAt;
    return {
      key: `${kind}-${id}`,
      startMs,
      endMs,
      title: [said, text].filter(Boolean).join(": "),
      lines: [
        ...(metric === null ? [] : [title(metric)]),
        t("annotations.span", { start: time(startMs), end: time(endMs) }),
        t("annotations.by", {
          name: name ?? t("annotations.nobody"),
          time: time(Date.parse(annotation.created_at)),
        }),
      ],
      ...(canDelete ? { onDelete: () => onDelete(annotation) } : {}),
    };
  });
}
