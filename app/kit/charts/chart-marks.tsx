import "./texts.ts";
import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { Button } from "#app/components/ui/button.tsx";
import { clusterMarks, countText } from "./clusters.ts";
import { SPANS_PX, type Layout } from "./layout.ts";
import { xAt } from "./scene.ts";
import { NARROWEST_PX } from "./note-rows.ts";
import { EDGES_PX, spanBoxes, wordsOfBox } from "./span-boxes.ts";
import type { ChartAnnotation, ChartMark, ChartSpan, ChartView } from "./types.ts";

/** What is told below the chart: the events of a mark, a job, what somebody noted. */
export type OpenedMarks = { key: string; title: string; items: (ChartMark | ChartAnnotation)[] };

type LaneProps = {
  layout: Layout;
  view: ChartView;
  told: OpenedMarks | null;
  onTell: (told: OpenedMarks | null) => void;
};

/** Events at their times; what would overlap is one mark with its number. */
export function MarksLane({
  layout,
  view,
  marks,
  told,
  onTell,
}: LaneProps & { marks: readonly ChartMark[] }) {
  const { t } = useTranslation();
  const shown = marks.filter(({ timeMs }) => timeMs >= view.startMs && timeMs < view.endMs);
  const clusters = clusterMarks(shown, (timeMs) => xAt(layout, view, timeMs));
  return (
    <ul aria-label={t("chart.events")}>
      {clusters.map(({ x, marks: held }) => {
        const key = `marks ${held.map((mark) => mark.key).join(" ")}`;
        const isOne = held.length === 1;
        const title = isOne ? held[0]!.title : t("chart.eventsHere", { count: held.length });
        return (
          <li
            key={key}
            className="absolute top-0 left-0"
            style={{ transform: `translateX(${Math.round(x - 12)}px)` }}
          >
            <button
              type="button"
              aria-expanded={told?.key === key}
              aria-label={isOne ? title : `${countText(held.length)} · ${title}`}
              onClick={() => onTell(told?.key === key ? null : { key, title, items: held })}
              className={cx(
                "relative grid size-6 place-items-center rounded-full border text-2xs font-semibold after:absolute after:-inset-2 max-lg:after:-inset-2.75",
                told?.key === key
                  ? "border-ink bg-ink text-card"
                  : "border-line-strong bg-card text-ink hover:bg-hover",
              )}
            >
              {isOne ? (
                <span className="size-2 rotate-45 bg-current" aria-hidden="true" />
              ) : (
                countText(held.length)
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Jobs or annotations as boxes side by side. */
export function SpansLane({
  layout,
  view,
  spans,
  top,
  name,
  told,
  onTell,
}: LaneProps & { spans: readonly ChartSpan[]; top: number; name: "spans" | "annotations" }) {
  const { t } = useTranslation();
  const boxes = spanBoxes(layout, view, { spans, keepsNarrow: name === "annotations" });
  return (
    <ul data-spans aria-label={t(name === "spans" ? "chart.jobs" : "chart.annotations")}>
      {boxes.map((box) => {
        const { span, from, width, row, room } = box;
        const key = `${name} ${span.key}`;
        return (
          <li
            key={key}
            className="absolute left-0"
            style={{
              top: top + 2 + row * SPANS_PX,
              transform: `translateX(${Math.round(from)}px)`,
              width: Math.max(NARROWEST_PX, Math.round(width) - 1),
              height: SPANS_PX - 4,
            }}
          >
            <button
              type="button"
              aria-expanded={told?.key === key}
              aria-label={[span.title, ...span.lines].join(", ")}
              onClick={() =>
                onTell(told?.key === key ? null : { key, title: span.title, items: [span] })
              }
              className={cx(
                "block size-full rounded-[3px] border-l-2 px-1 text-left text-2xs leading-4",
                name === "annotations"
                  ? "border-accent bg-accent/25"
                  : "border-line-strong bg-hover",
                told?.key === key
                  ? "text-ink outline-1 outline-ink"
                  : "text-ink-soft hover:text-ink",
              )}
            >
              {/* Longer than its box, it goes on where nothing else stands. */}
              <span className="block truncate" style={{ width: Math.max(0, room - EDGES_PX) }}>
                {wordsOfBox(box)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

type MarkListProps = {
  told: OpenedMarks;
  /** A small chart has no room below, and its card hides what leaves it: the list stands over the plot until it is closed. */
  isOver: boolean;
  onClose: () => void;
};

/** The list of a mark or span, below the chart: it comes into sight and takes the keyboard's place until it is closed. */
export function MarkList({ told, isOver, onClose }: MarkListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (list.current === null) return;
    opener.current = document.activeElement;
    list.current.scrollIntoView({ block: "nearest" });
    list.current.focus({ preventScroll: true });
  }, [told.key]);
  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  useEffect(() => {
    const section = list.current;
    const leave = (event: KeyboardEvent) => event.key === "Escape" && close();
    section?.addEventListener("keydown", leave);
    return () => section?.removeEventListener("keydown", leave);
  });
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={told.title}
      className={cx(
        "scroll-my-4 rounded-card border border-line p-3 text-sm outline-none",
        isOver ? "absolute inset-x-0 top-0 z-20 bg-card shadow-lg" : "mt-2 bg-sunken",
      )}
    >
      <header className="flex items-start justify-between gap-3">
        <h3 className="font-semibold">{told.title}</h3>
        <button
          type="button"
          onClick={close}
          aria-label={t("chart.closeList")}
          className="-m-2 grid size-11 place-items-center rounded-control text-ink-soft hover:bg-hover lg:size-8"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      </header>
      <ul className="mt-1 grid gap-2">
        {told.items.map((item) => (
          <li key={item.key} className="min-w-0">
            {told.items.length > 1 && <p className="font-medium">{item.title}</p>}
            {item.lines.map((line) => (
              <p key={line} className="text-ink-soft">
                {line}
              </p>
            ))}
            {"to" in item && item.to !== undefined && (
              <Link to={item.to} className="text-calm underline-offset-2 hover:underline">
                {t("chart.openEvent")}
              </Link>
            )}
            {"onDelete" in item && item.onDelete !== undefined && (
              <Button size="small" tone="bare" className="-ml-2" onClick={item.onDelete}>
                {t("chart.deleteAnnotation")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
