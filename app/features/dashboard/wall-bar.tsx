import { ArrowLeft, ChevronLeft, ChevronRight, Maximize, Minimize } from "lucide-react";
import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { LogoMark } from "#app/components/layout/logo.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useAttentionWords } from "./attention-strip.tsx";
import { fleetTotals } from "./fleet-store.ts";
import type { FleetMachine } from "./fleet-types.ts";
import type { WallFleet } from "./wall-fleet.ts";
import type { AttentionKind, AttentionSummary, Counts } from "./need.ts";
import { useFleetSnapshot } from "./use-fleet.ts";
import { useAttentionSummary } from "./use-needs.ts";
import { useWallClock } from "./use-wall-clock.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

type WallBarProps = {
  fleet: WallFleet;
  /** With the alarms that are on now. */
  counts: Counts;
  machines: readonly FleetMachine[];
  /** null while what is seen is now. */
  oldAgeMs: number | null;
  slide: number;
  slides: number;
  onMove: (slide: number) => void;
  /** A paired screen has no dashboard to go back to. */
  isDisplay: boolean;
};

/** Two lines of the usual width hold no longer one. */
const LONG_NAME = 36;

const BUTTON =
  "grid size-[max(2.75rem,4.4vh)] place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink";

/** Where, when, which slide, and the way back. */
export function WallBar({
  fleet,
  counts,
  machines,
  oldAgeMs,
  slide,
  slides,
  onMove,
  isDisplay,
}: WallBarProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nowMs = useWallClock(fleet.nowMs);
  const { isFull, toggle } = useFullScreen();
  const plants = [...new Set(machines.flatMap(({ facility }) => facility?.name ?? []))];
  const fleetName =
    fleet.customerName === null
      ? t("dashboard.fleetAll")
      : t("dashboard.fleetOf", { name: fleet.customerName });
  const name = (plants.length === 1 && plants[0]) || fleetName;
  // A slide's clock is its plant's; machines of several zones share the fleet's, and a paired screen has one of its own.
  const zones = [...new Set(machines.map((machine) => machine.timezone))];
  const timezone = zones.length === 1 && !isDisplay ? (zones[0] as string) : fleet.timezone;
  const FullIcon = isFull ? Minimize : Maximize;
  return (
    // As high as two lines before they have come: a browser may draw the logo alone first.
    <header className="flex flex-wrap items-center gap-x-[1.5vw] gap-y-2 wall-label lg:min-h-[2.5em]">
      <LogoMark className="size-[max(2rem,4vh)] shrink-0" />
      <h1
        className={cx(
          "line-clamp-2 min-w-0 wall-label leading-tight font-semibold text-balance lg:shrink-0",
          name.length > LONG_NAME ? "lg:max-w-[28vw]" : "lg:max-w-[16vw]",
        )}
      >
        {name}
      </h1>
      {/* Two lines always: how old it is takes the summary's place, a longer summary has room, and nothing moves for them. */}
      <div className="min-w-0 flex-1 wall-label leading-tight text-balance max-lg:order-last max-lg:basis-full lg:grid lg:min-h-[2.5em] lg:flex-2 lg:content-center">
        <span role="status" className="font-semibold text-alarm">
          {oldAgeMs !== null &&
            (oldAgeMs > 0
              ? t("slideshow.old", { age: formats.age(oldAgeMs) })
              : t("slideshow.cut"))}
        </span>
        {oldAgeMs === null && <Summary fleet={fleet} counts={counts} />}
      </div>
      <SlidePlaces slide={slide} slides={slides} onMove={onMove} />
      <div className="flex items-center gap-x-[1.5vw] max-lg:ml-auto lg:contents">
        {/* Nothing moves when the next slide's zone, or another hour, is written wider. */}
        <p className="wall-label whitespace-nowrap">
          <time
            className="inline-block min-w-[9ch] text-right font-semibold"
            dateTime={new Date(nowMs).toISOString()}
          >
            {formats.time(nowMs, timezone)}
          </time>
          <span className="ml-[0.4em] inline-block min-w-[5.5ch] text-ink-faint">
            {formats.zone(nowMs, timezone)}
          </span>
        </p>
        <div className="flex">
          <button
            type="button"
            onClick={toggle}
            aria-label={isFull ? t("slideshow.leaveFullScreen") : t("slideshow.fullScreen")}
            className={BUTTON}
          >
            <FullIcon className="size-[max(1.5rem,2.2vh)]" aria-hidden="true" />
          </button>
          {!isDisplay && (
            <Link to="/dashboard" aria-label={t("slideshow.back")} className={BUTTON}>
              <ArrowLeft className="size-[max(1.5rem,2.2vh)]" aria-hidden="true" />
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}

/** On a narrow screen a line of their own, below the summary. */
const PLACES = "flex items-center max-lg:order-last max-lg:basis-full max-lg:justify-center";

/** Dots of more would be a line of their own. */
const MOST_DOTS = 10;

/** Which slide is seen, and the way to the others: a dot each, or a number of many. */
function SlidePlaces({ slide, slides, onMove }: Pick<WallBarProps, "slide" | "slides" | "onMove">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const step = (to: number, label: string, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      onClick={() => onMove((to + slides) % slides)}
      aria-label={label}
      className={BUTTON}
    >
      <Icon className="size-[max(1.5rem,2.2vh)]" aria-hidden="true" />
    </button>
  );
  if (slides > MOST_DOTS)
    return (
      <nav aria-label={t("slideshow.slides")} className={PLACES}>
        {step(slide - 1, t("slideshow.previous"), ChevronLeft)}
        <p className="wall-label whitespace-nowrap text-ink-soft">
          <span className="sr-only">{t("slideshow.slide", { slide: slide + 1, slides })}</span>
          <span aria-hidden="true">{`${formats.number(slide + 1)} / ${formats.number(slides)}`}</span>
        </p>
        {step(slide + 1, t("slideshow.next"), ChevronRight)}
      </nav>
    );
  return (
    <nav aria-label={t("slideshow.slides")} className={PLACES}>
      {Array.from({ length: slides }, (_, index) => (
        <button
          key={index}
          type="button"
          onClick={() => onMove(index)}
          aria-label={t("slideshow.slide", { slide: index + 1, slides })}
          aria-current={index === slide ? "true" : undefined}
          className="grid size-[max(2.75rem,4.1vh)] place-items-center"
        >
          <span
            className={cx(
              "rounded-full",
              index === slide
                ? "size-[max(1rem,1.5vh)] bg-accent"
                : "size-[max(0.75rem,1.1vh)] bg-line-strong",
            )}
          />
        </button>
      ))}
    </nav>
  );
}

/** The whole fleet in a line, whoever is on the slide. */
function Summary({ fleet, counts }: Pick<WallBarProps, "fleet" | "counts">) {
  const { t } = useTranslation();
  const { readings } = useFleetSnapshot();
  const formats = useFormats();
  const { large, machines } = fleet;
  const own = useAttentionSummary(machines, counts);
  const words = useAttentionWords(
    large === null
      ? own
      : { ...(large.whole?.summary ?? NOTHING), alarms: sumOfAlarms(large.ids, counts) },
  );
  const running = large === null ? fleetTotals(readings).running : large.whole?.running;
  const all = formats.number(large?.ids.length ?? machines.length);
  return (
    // A part is not broken at a line's end while a line holds it; the dot before a line's first part is cut off.
    <span className="flex overflow-hidden text-ink-soft">
      <span className="-ml-[1em] flex flex-wrap *:before:inline-block *:before:w-[1em] *:before:text-center *:before:font-normal *:before:content-['·']">
        {running !== undefined && (
          <span>{t("slideshow.running", { running: formats.number(running), all })}</span>
        )}
        {large !== null && <span>{t("slideshow.part", { shown: machines.length, all })}</span>}
        {words.map(({ kind, text }) => (
          <span key={kind} className={TONES[kind]}>
            {text}
          </span>
        ))}
      </span>
    </span>
  );
}

const sumOfAlarms = (ids: readonly number[], counts: Counts): number =>
  ids.reduce((sum, id) => sum + (counts[id]?.alarms ?? 0), 0);

/** While all machines of a large fleet could not be read. */
const NOTHING: AttentionSummary = {
  ...{ alarms: 0, notReady: 0, longestMinutes: null, isLonger: false },
  ...{ overdue: 0, silent: 0, unheard: 0 },
};

const TONES: Partial<Record<AttentionKind, string>> = {
  alarms: "font-semibold text-alarm",
  notReady: "font-semibold text-warn",
};

function useFullScreen() {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const read = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", read);
    return () => document.removeEventListener("fullscreenchange", read);
  }, []);
  const toggle = () => {
    const change =
      document.fullscreenElement === null
        ? document.documentElement.requestFullscreen()
        : document.exitFullscreen();
    // A browser may refuse; the page stays as it is.
    change.catch(() => undefined);
  };
  return { isFull, toggle };
}
