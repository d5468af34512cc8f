import { useLocation, useNavigate } from "@remix-run/react";
import { Plus, RotateCcw, Search } from "lucide-react";
import { useCallback, useDeferredValue, useId, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { ownerOf } from "#app/domain/detection/companions.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import { hasWords } from "#app/domain/formats/has-words.ts";
import { measureOfTag } from "#app/domain/measures/default-measures.ts";
import { shownWords, type MetricWords } from "#app/domain/measures/own-words.ts";
import type { MeasureWords } from "#app/domain/measures/types.ts";
import { CATEGORIES, type Category } from "#app/domain/metrics/registry.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { Accordion, type AccordionSection } from "#app/kit/controls/accordion.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import type { InitialValue } from "#app/live/index.ts";
import { MeasureDialog, type Asked } from "./measure-dialog.tsx";
import { CARDS_AT_ONCE, MeasureGrid, type GridMeasure } from "./measure-grid.tsx";
import type { Measure, MeasureDone, SeenMeasure } from "./measure.ts";
import { useMetricWords } from "./use-metric-words.ts";
import "./texts.ts";

type Props = {
  deviceId: number;
  /** Of the machine's pages. */
  basePath: string;
  measures: readonly Measure[];
  /** null: they could not be read. */
  latest: LatestValues | null;
  /** Abnormal measures that somebody looked at, by human key. */
  seen: Readonly<Record<string, SeenMeasure>>;
  canMarkSeen: boolean;
  timezone: string;
  showKiwiplan: boolean;
  /** Of which a measure can be made; null: the person may not change measures. */
  tags: readonly string[] | null;
};
type Section = Category | "other";
/** The header has it. */
const SHOWN_ABOVE = ["machine_state"];

/** What the machine says now: cards by section, live, with what privileged people may change of them. */
export function CurrentState(props: Props) {
  const { deviceId, basePath, measures, latest, showKiwiplan, tags } = props;
  const { seen, canMarkSeen, timezone } = props;
  const { t } = useTranslation(["common", "glossary"]);
  const words = useMetricWords();
  const initials = useMemo(() => toInitials(latest ?? {}), [latest]);
  const [toggled, setToggled] = useState<Partial<Record<Section, boolean>>>({});
  const findId = useId();
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed.trim());
  const isFinding = wanted !== "";
  const editing = useEditing(props);
  const others = useMemo(() => {
    const shown = new Set([...measures.map(({ humanKey }) => humanKey), ...SHOWN_ABOVE]);
    return Object.keys(latest ?? {}).filter(
      (key) =>
        !shown.has(key) && !isCompanion(key, latest ?? {}) && !isHiddenKiwiplan(key, showKiwiplan),
    );
  }, [measures, latest, showKiwiplan]);

  const shown = useMemo(() => {
    const own = measures.map((measure) => withWords(words, measure));
    const tagCards = byName(
      others.map((tag) => withWords(words, { ...measureOfTag(tag), id: null })),
      ({ title }) => title,
      ({ humanKey }) => humanKey,
    );
    const isWanted = ({ title, humanKey }: GridMeasure) => hasWords(`${title} ${humanKey}`, wanted);
    return (id: Section): readonly GridMeasure[] =>
      (id === "other" ? tagCards : own.filter(({ category }) => category === id)).filter(isWanted);
  }, [measures, others, words, wanted]);
  const sectionOf = (id: Section, isOpen: boolean, add: ReactNode): AccordionSection => {
    const cards = shown(id);
    return {
      id,
      title: t(`glossary:categories.${id}`),
      aside: (
        <span className="text-xs font-normal text-ink-faint">
          {t("measures.count", { count: cards.length })}
        </span>
      ),
      isOpen,
      content:
        isOpen || cards.length <= CARDS_AT_ONCE ? (
          <>
            {cards.length === 0 && (
              <p className="mb-3 text-sm text-ink-faint">
                {t(add ? "measures.noneToAdd" : "measures.none")}
              </p>
            )}
            <MeasureGrid
              {...{ measures: cards, deviceId, basePath, initials, seen, canMarkSeen, timezone }}
              onEdit={editing.edit}
              add={add}
            />
          </>
        ) : null,
    };
  };
  const categories: readonly Section[] = [
    ...CATEGORIES.filter((category) => category !== "kiwiplan" || showKiwiplan),
    ...(others.length > 0 ? ["other" as const] : []),
  ];
  const sections = categories
    .filter((id) => !isFinding || shown(id).length > 0)
    .map((id) => {
      const add = tags !== null && !isFinding && id !== "kiwiplan" && id !== "other" && (
        <AddCard onAdd={() => editing.ask({ kind: "add", category: id, tag: null })} />
      );
      return sectionOf(id, isFinding || (toggled[id] ?? id !== "other"), add);
    });
  return (
    <section aria-labelledby="current-state" className="mt-3 grid gap-3">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h2 id="current-state" className="text-sm font-semibold">
          {t("machine.currentState")}
        </h2>
        {measures.length + others.length > CARDS_AT_ONCE && (
          <Field
            id={findId}
            label={t("measures.find")}
            isLabelHidden
            placeholder={t("measures.find")}
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            trailing={<Search className="size-4 text-ink-faint" aria-hidden="true" />}
            className="ml-auto w-full max-w-64 max-sm:order-last max-sm:max-w-none print:hidden"
          />
        )}
        {tags !== null && (
          <Button size="small" aria-haspopup="dialog" onClick={editing.askReset}>
            <RotateCcw className="size-4 text-ink-faint" aria-hidden="true" />
            {t("measures.reset")}
          </Button>
        )}
      </div>
      {latest === null ? (
        <Notice tone="warn">{t("measures.unread")}</Notice>
      ) : (
        Object.keys(latest).length === 0 && <Notice>{t("measures.moreData")}</Notice>
      )}
      <p role="status" className={cx(sections.length > 0 && "sr-only", "text-sm text-ink-soft")}>
        {isFinding &&
          (sections.length === 0
            ? t("measures.notFound")
            : t("measures.count", {
                count: sections.reduce((sum, { id }) => sum + shown(id as Section).length, 0),
              }))}
      </p>
      {sections.length > 0 && (
        <Accordion
          sections={sections}
          onToggle={(id, isOpen) => {
            // What was found is open for as long as it is searched for.
            if (isFinding) return;
            // A browser also tells of those that the page came with.
            setToggled((before) =>
              before[id as Section] === isOpen ? before : { ...before, [id]: isOpen },
            );
          }}
        />
      )}
      {editing.dialogs}
    </section>
  );
}

function AddCard({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <li className="min-h-22 print:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onAdd}
        className="flex size-full items-center justify-center gap-2 rounded-control border border-dashed border-line-strong p-3 text-sm text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Plus className="size-4" aria-hidden="true" />
        {t("measures.add")}
      </button>
    </li>
  );
}

/** The dialogs of who may change measures, and the address `…/measure/{tag}`, which opens them. */
function useEditing({ basePath, measures, showKiwiplan, tags }: Props) {
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

const withWords = <Of extends MeasureWords & { humanKey: string }>(words: MetricWords, of: Of) => ({
  ...of,
  ...shownWords(words, of),
});

/** Flags and bounds are shown with their metric. */
function isCompanion(key: string, latest: LatestValues): boolean {
  const owner = ownerOf(key);
  return owner !== null && owner in latest;
}

const isHiddenKiwiplan = (key: string, showKiwiplan: boolean): boolean =>
  !showKiwiplan && key.startsWith("kiwiplan_");

const toInitials = (latest: LatestValues): Record<string, InitialValue> =>
  Object.fromEntries(
    Object.entries(latest).map(([metric, sample]) => [
      metric,
      { ...sample, adFlag: sample.adFlag ?? null },
    ]),
  );
