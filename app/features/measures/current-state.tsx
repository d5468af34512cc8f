import { Plus, RotateCcw, Search } from "lucide-react";
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { ownerOf } from "#app/domain/detection/companions.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import { hasWords } from "#app/domain/formats/has-words.ts";
import { measureOfTag } from "#app/domain/measures/default-measures.ts";
import { withWords } from "#app/domain/measures/own-words.ts";
import { CATEGORIES, type Category } from "#app/domain/metrics/registry.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { Accordion, type AccordionSection } from "#app/kit/controls/accordion.tsx";
import type { InitialValue } from "#app/live/index.ts";
import { CARDS_AT_ONCE, MeasureGrid, type GridMeasure } from "./measure-grid.tsx";
import type { Measure, SeenMeasure } from "./measure.ts";
import { useMeasureEditing } from "./use-measure-editing.tsx";
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
  const editing = useMeasureEditing(props);
  const others = useMemo(() => {
    const shown = new Set([...measures.map(({ humanKey }) => humanKey), ...SHOWN_ABOVE]);
    return Object.keys(latest ?? {}).filter(
      (key) =>
        !shown.has(key) && !isCompanion(key, latest ?? {}) && !isHiddenKiwiplan(key, showKiwiplan),
    );
  }, [measures, latest, showKiwiplan]);

  const cards = useMemo(() => {
    const isWanted = ({ title, humanKey }: GridMeasure) => hasWords(`${title} ${humanKey}`, wanted);
    const own = measures.map((measure) => withWords(words, measure)).filter(isWanted);
    const tagCards = others.map((tag) => withWords(words, { ...measureOfTag(tag), id: null }));
    const ofOthers = byName(
      tagCards.filter(isWanted),
      ({ title }) => title,
      ({ humanKey }) => humanKey,
    );
    return { own, ofOthers };
  }, [measures, others, words, wanted]);
  const cardsOf = (id: Section): readonly GridMeasure[] =>
    id === "other" ? cards.ofOthers : cards.own.filter(({ category }) => category === id);
  const sectionOf = (id: Section, isOpen: boolean, add: ReactNode): AccordionSection => {
    const cards = cardsOf(id);
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
    .filter((id) => !isFinding || cardsOf(id).length > 0)
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
            : t("measures.count", { count: cards.own.length + cards.ofOthers.length }))}
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
