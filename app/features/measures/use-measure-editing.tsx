import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { withWords } from "#app/domain/measures/own-words.ts";
import { CATEGORIES } from "#app/domain/metrics/registry.ts";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { MeasureDialog, type Asked } from "./measure-dialog.tsx";
import type { Measure, MeasureDone } from "./measure.ts";
import { useMetricWords } from "./use-metric-words.ts";
import "./texts.ts";

type Edited = {
  /** Of the machine's pages. */
  basePath: string;
  measures: readonly Measure[];
  showKiwiplan: boolean;
  /** Of which a measure can be made; null: the person may not change measures. */
  tags: readonly string[] | null;
};

/** The dialogs of who may change measures, and the address `…/measure/{tag}`, which opens them. */
export function useMeasureEditing({ basePath, measures, showKiwiplan, tags }: Edited) {
  const { t } = useTranslation();
  const words = useMetricWords();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const tabPath = `${basePath}/machine_health`;
  const { pathname } = useLocation();
  const [round, setRound] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(() => {
    const named = namedMeasure(pathname, tabPath);
    if (named === null) return null;
    const known = measures.find(({ humanKey, isStatic }) => humanKey === named && !isStatic);
    return known === undefined
      ? { kind: "add", category: "", tag: named === "" ? null : named }
      : {
          kind: "edit",
          id: known.id,
          category: known.category,
          measure: withWords(words, known),
        };
  });
  const [open, setOpen] = useState<"form" | "reset" | null>(asked && "form");
  const [deleting, setDeleting] = useState(false);
  const ask = useCallback((next: Asked) => {
    setAsked(next);
    setRound((before) => before + 1);
    setOpen("form");
  }, []);
  const edit = useCallback(
    (id: number) => {
      const measure = measures.find((each) => each.id === id);
      if (measure !== undefined)
        ask({ kind: "edit", id, category: measure.category, measure: withWords(words, measure) });
    },
    [ask, measures, words],
  );
  const close = () => {
    setOpen(null);
    if (pathname.startsWith(`${tabPath}/`)) navigate(tabPath, { replace: true });
  };
  if (tags === null) return { ask, edit: null, askReset: () => {}, dialogs: null };
  const doomed = asked?.kind === "edit" ? asked : null;
  const title = doomed?.measure.title ?? "";
  return {
    ask,
    edit,
    askReset: () => setOpen("reset"),
    dialogs: hydrated && (
      <>
        {asked !== null && (
          <MeasureDialog
            key={round}
            asked={asked}
            open={open === "form"}
            onClose={close}
            onDelete={() => setDeleting(true)}
            tags={tags}
            categories={CATEGORIES.filter((each) => each !== "kiwiplan" || showKiwiplan)}
          />
        )}
        <ConfirmDialog<MeasureDone>
          open={open === "form" && deleting}
          onClose={() => setDeleting(false)}
          onDone={close}
          title={t("measures.deleteTitle", { title })}
          text={t("measures.deleteText")}
          confirm={{ label: t("measures.delete") }}
          intent="delete"
          hidden={{ id: doomed?.id ?? 0, title }}
          toast={{ done: (done) => t("measures.deleted", done), durationMs: 3_000 }}
        />
        <ConfirmDialog<MeasureDone>
          open={open === "reset"}
          onClose={close}
          title={t("measures.resetTitle")}
          text={t("measures.resetText")}
          confirm={{ label: t("measures.reset") }}
          intent="reset"
          hidden={{}}
          toast={{ done: () => t("measures.resetDone"), durationMs: 3_000 }}
        />
      </>
    ),
  };
}

/** The measure that an address below the tab names, "" for one that is to be added; null: none. */
function namedMeasure(pathname: string, tabPath: string): string | null {
  const below = pathname.startsWith(`${tabPath}/`) ? pathname.slice(tabPath.length + 1) : "";
  const [word, named = ""] = below.split("/");
  if (word !== "measure") return null;
  try {
    return decodeURIComponent(named);
  } catch {
    return "";
  }
}
