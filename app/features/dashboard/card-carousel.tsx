import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { loadWhenSeen } from "#app/components/load-when-seen.tsx";
import type { FleetHistory, FleetMachine } from "./fleet-types.ts";
import type { LineProps } from "./machine-lines.tsx";
import type { MachineOrder, MachineView } from "#app/domain/preferences.ts";
import { MachineCard } from "./machine-card.tsx";
import { NO_COUNTS, type AttentionKind, type Counts } from "./need.ts";
import { useOrderedMachines } from "./use-needs.ts";
import { useSlides } from "./use-slides.ts";
import "./texts.ts";

const PER_SLIDE = 2;

const lines = () => import("./machine-lines.tsx");
export const MachineLines = loadWhenSeen(
  lines,
  import.meta.env.SSR ? (await lines()).default : null,
);

type CardCarouselProps = {
  view: MachineView | null;
  machines: readonly FleetMachine[];
  /** They are some of many: each is live, and drawn, only in sight. */
  isPart: boolean;
  counts: Counts;
  order: MachineOrder;
  /** What the strip was asked to bring first. */
  first: AttentionKind | null;
  history: FleetHistory | null;
  /** Machines whose past could not be read. */
  unread: ReadonlySet<number>;
  nowMs: number;
};

/** The machines as the reader chose to see them. They do not change places under a hand or a focus. */
export function CardCarousel(props: CardCarouselProps) {
  const { view, isPart, counts, order, first, history, unread, nowMs } = props;
  const { t } = useTranslation();
  const [isHeld, setHeld] = useState(false);
  const { machines, asked } = useOrderedMachines(props.machines, counts, { order, first }, isHeld);
  const shown = machines.map((machine) => ({
    machine,
    ...(counts[machine.id] ?? NO_COUNTS),
    asked: asked === null ? null : asked.has(machine.id) ? first : ("other" as const),
    past: history?.machines[machine.id] ?? (unread.has(machine.id) ? ("failed" as const) : null),
    nowMs,
    onlyInSight: isPart,
  }));
  return (
    <section
      aria-label={t("dashboard.machines")}
      className="among:contents"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {view === "list" ? (
        <MachineLines lines={shown} />
      ) : (
        <Cards view={view} shown={shown} asked={`${order} ${first}`} />
      )}
    </section>
  );
}

type CardsProps = {
  view: "grid" | "carousel" | null;
  shown: readonly LineProps[];
  /** The order that was asked for. */
  asked: string;
};

/**
 * Unless one was chosen: every card at once where there is room; on smaller screens a carousel, two per slide, moved by
 * finger, arrow keys or buttons. It is one list that scrolls: without JavaScript it is moved all the same.
 */
function Cards({ view, shown, asked }: CardsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const slides = Math.ceil(shown.length / PER_SLIDE);
  const ids = shown.map(({ machine }) => machine.id).join(",");
  const { slide, moveTo } = useSlides(list, { slides, order: ids, asked });
  const arrow =
    "grid size-11 place-items-center rounded-control border border-line-strong bg-card text-ink-soft disabled:opacity-40";
  return (
    <>
      {/* A keyboard scrolls only what can be focused. */}
      <ul
        ref={list}
        tabIndex={slides > 1 && view !== "grid" ? 0 : undefined}
        aria-label={t(view === "grid" ? "dashboard.machines" : "carousel.label")}
        className={cx(
          "relative grid gap-3 among:contents print:grid-flow-row print:grid-cols-2",
          view === "carousel" &&
            "snap-x snap-mandatory grid-flow-col overflow-x-auto overscroll-x-contain [scrollbar-width:none] max-sm:auto-cols-[100%] max-sm:grid-rows-2 sm:auto-cols-[calc(50%-6px)] sm:grid-rows-1 sm:[&>li:nth-child(even)]:snap-align-none",
          view === null &&
            "max-lg:snap-x max-lg:snap-mandatory max-lg:grid-flow-col max-lg:overflow-x-auto max-lg:overscroll-x-contain max-lg:[scrollbar-width:none] max-sm:auto-cols-[100%] max-sm:grid-rows-2 sm:max-lg:auto-cols-[calc(50%-6px)] sm:max-lg:grid-rows-1 sm:max-lg:[&>li:nth-child(even)]:snap-align-none",
          view === "grid" && "sm:max-lg:grid-cols-2",
          view !== "carousel" && cardColumns(shown.length),
        )}
      >
        {shown.map((card) => (
          <MachineCard key={card.machine.id} {...card} />
        ))}
      </ul>
      {slides > 1 && view !== "grid" && (
        <div className={cx("mt-2 flex items-center justify-between", view === null && "lg:hidden")}>
          <button
            type="button"
            className={arrow}
            aria-label={t("carousel.previous")}
            disabled={slide === 0}
            onClick={() => moveTo(slide - 1)}
          >
            <ChevronLeft className="size-5" aria-hidden="true" />
          </button>
          <p className="text-sm text-ink-soft" role="status">
            {t("carousel.position", { slide: slide + 1, slides })}
          </p>
          <button
            type="button"
            className={arrow}
            aria-label={t("carousel.next")}
            disabled={slide >= slides - 1}
            onClick={() => moveTo(slide + 1)}
          >
            <ChevronRight className="size-5" aria-hidden="true" />
          </button>
        </div>
      )}
    </>
  );
}

/** As few rows as fit, and the last one as full as can be. */
function cardColumns(machines: number): string {
  if (machines <= 3 || machines === 6) return "lg:grid-cols-3";
  if (machines === 5 || machines === 9 || machines === 10) return "lg:grid-cols-4 xl:grid-cols-5";
  return cx(
    machines > 12 ? "lg:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6" : "lg:grid-cols-4",
    "beside:grid-cols-3 min-[100rem]:beside:grid-cols-4",
  );
}
