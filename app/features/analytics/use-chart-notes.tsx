import "./annotations/texts.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { NotesAsked } from "#app/kit/charts/chart-notes.tsx";
import type { AnnotationJson } from "./annotations/annotation.ts";
import { toChartAnnotations } from "./annotations/chart-annotations.ts";
import { useAnnotations } from "./annotations/use-annotations.ts";

const DeleteAnnotation = loadWhenOpened(
  () => import("./annotations/delete-annotation.tsx"),
  "annotations.delete",
);

/** What people noted on what a chart of a machine shows: as the kit's chart takes it, with the dialog that deletes one. */
export function useChartNotes({ span, metrics, timezone, title }: NotesAsked) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { annotations: listed, hasFailed, readAgain } = useAnnotations(span);
  const [going, setGoing] = useState<AnnotationJson | null>(null);
  const names = metrics.join(",");
  const annotations = useMemo(
    () =>
      toChartAnnotations(
        listed.filter(({ metric }) => metric === null || metrics.includes(metric)),
        { t, time: (timeMs) => formats.dateTime(timeMs, timezone), title },
        setGoing,
      ),
    // The names say which measures; a list of the same ones may be another object.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [listed, names, t, formats, timezone, title],
  );
  const dialog = span !== null && (
    <DeleteAnnotation
      deviceId={span.deviceId}
      open={going !== null}
      annotation={going}
      onClose={() => setGoing(null)}
      onDone={readAgain}
    />
  );
  return { annotations, hasFailed, readAgain, dialog };
}
