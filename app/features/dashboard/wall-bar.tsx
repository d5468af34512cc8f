import { ArrowLeft, ChevronLeft, ChevronRight, Maximize, Minimize } from "lucide-react";
import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { CustomerMark } from "#app/components/layout/logo.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useIsCut } from "#app/live/index.ts";
import type { FleetMachine } from "./fleet-types.ts";
import { onlyPlantOf, type WallFleet } from "./wall-fleet.ts";
import type { Counts } from "./need.ts";
import { slideZone, type AlsoShown, type LeftOut } from "./slideshow.ts";
import { useFleetName } from "./use-fleet-name.ts";
import { useOldWords } from "./use-old-words.ts";
import { useWallClock } from "./use-wall-clock.ts";
import { useWallWords } from "./use-wall-words.ts";
import { WallLine } from "./wall-line.tsx";
import type { WallAlarms } from "./wall-alarms.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

type WallBarProps = {
  fleet: WallFleet;
  /** With the alarms that are on now. */
  counts: Counts;
  /** Of those alarms, by machine. */
  acknowledged: WallAlarms["acknowledgedByMachine"];
  /** They are of before the connection went. */
  areAlarmsOld: boolean;
  /** One of them is critical or high. */
  hasUrgent: boolean;
  machines: readonly FleetMachine[];
  leftOut: LeftOut;
  /** For why others are left out, some are shown. */
  alsoShown: AlsoShown;
  /** The name of the only machine that is left out; null of several. */
  onlyOne: string | null;
  /** Of the oldest that is seen or counted; null while that is of now. */
  oldAgeMs: number | null;
  /** What is counted is. */
  isOfBefore: boolean;
  slide: number;
  slides: number;
  onMove: (slide: number) => void;
  /** A paired screen has no dashboard to go back to. */
  isDisplay: boolean;
};

/** Its focus ring lies inside of it: outside it would cover the number beside it. */
const BUTTON =
  "grid size-[max(2.75rem,4.4vmin)] place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2";

/** Where, when, which slide, and the way back. */
export function WallBar({
  fleet,
  counts,
  acknowledged,
  areAlarmsOld,
  hasUrgent,
  machines,
  leftOut,
  alsoShown,
  onlyOne,
  oldAgeMs,
  isOfBefore,
  slide,
  slides,
  onMove,
  isDisplay,
}: WallBarProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nowMs = useWallClock(fleet.nowMs);
  const { canFill, isFull, toggle } = useFullScreen();
  const name = useWallName(fleet);
  const isAlive = useHydrated();
  const isOld = oldAgeMs !== null;
  const isPast = useIsCut() || isOfBefore;
  const { first, second, isLarge, narrow } = useWallWords(name, {
    ...{
      fleet,
      counts,
      acknowledged,
      areAlarmsOld,
      hasUrgent,
      leftOut,
      alsoShown,
      onlyOne,
      isOld,
      isPast,
    },
  });
  const oldWords = useOldWords(oldAgeMs);
  const timezone = slideZone(machines, fleet.timezone);
  const FullIcon = isFull ? Minimize : Maximize;
  return (
    // As high as two lines before they have come: a browser may draw the logo alone first.
    <header className="flex items-center gap-x-[1.5vw] gap-y-2 wall-label wall-narrow:flex-wrap wall-wide:min-h-[2.9em]">
      <CustomerMark customer={fleet.logo} className="size-[max(2rem,4vmin)] shrink-0" />
      {/* Two lines, the second as high as what it says of old data: whatever is counted, nothing moves for it, unless the screen is too small for the shortest words. */}
      <div className="wall-narrow:contents wall-wide:grid wall-wide:min-w-0 wall-wide:flex-1 wall-wide:grid-rows-[minmax(1.25em,auto)_minmax(1.65em,auto)] wall-wide:content-center wall-wide:items-center">
        <div className="wall-narrow:contents wall-wide:flex wall-wide:items-baseline wall-wide:gap-x-[1em]">
          <h1 className="min-w-0 leading-[1.25] font-semibold line-clamp-2 lg:portrait:flex-1">
            {name}
          </h1>
          {first.length + narrow.first.length > 0 && (
            <WallLine words={first} narrow={narrow.first} isOld={isOld} />
          )}
        </div>
        <WallLine words={second} narrow={narrow.second} isLarge={isLarge} isOld={isOld}>
          <span
            role="status"
            className="shrink-0 leading-[1.1] font-semibold text-alarm wall-notice"
          >
            {/* Of a page whose scripts have not come; it is loaded again by itself (load-after-paint.ts). */}
            {oldWords ??
              (!isAlive && (
                <span className="mr-[0.7em] hidden lg:in-data-still:inline">
                  {t("slideshow.still")}
                </span>
              ))}
          </span>
        </WallLine>
      </div>
      <SlidePlaces {...{ slide, slides, onMove, isDisplay }} />
      <div className="flex items-center gap-x-[1.5vw] wall-narrow:ml-auto wall-wide:contents lg:*:shrink-0">
        {/* As wide as any hour, so that nothing moves when one is written wider. */}
        <p className="text-right leading-[1.25] whitespace-nowrap lg:min-w-[9ch]">
          <time className="block font-semibold" dateTime={new Date(nowMs).toISOString()}>
            {formats.time(nowMs, timezone)}
          </time>
          <span className="block text-ink-faint">{formats.zone(nowMs, timezone)}</span>
        </p>
        <div className="flex">
          {canFill && (
            <button
              type="button"
              onClick={toggle}
              aria-label={isFull ? t("slideshow.leaveFullScreen") : t("slideshow.fullScreen")}
              className={cx(BUTTON, "max-sm:hidden")}
            >
              <FullIcon className="size-[max(1.5rem,2.2vmin)]" aria-hidden="true" />
            </button>
          )}
          {!isDisplay && (
            <Link to="/dashboard" aria-label={t("slideshow.back")} className={BUTTON}>
              <ArrowLeft className="size-[max(1.5rem,2.2vmin)]" aria-hidden="true" />
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}

/** What all that stands below is of, whichever slide is seen: the plant, or the fleet, or the facilities of it that were chosen. */
function useWallName(fleet: WallFleet): string {
  const name = useFleetName(fleet);
  return onlyPlantOf(fleet) ?? name;
}

const PLACES = "flex shrink-0 items-center";
/** On a narrow screen that nobody holds: a line of their own, below the summary. */
const LINE_OF_ITS_OWN = "max-lg:order-last max-lg:basis-full max-lg:justify-center";

type SlidePlacesProps = Pick<WallBarProps, "slide" | "slides" | "onMove" | "isDisplay">;

/** Dots of more would take the words their room. */
const MOST_DOTS = 5;

/** Which slide is seen, and the way to the others: a dot each, or a number of many. */
function SlidePlaces({ slide, slides, onMove, isDisplay }: SlidePlacesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  // A lone dot says nothing.
  if (slides < 2) return null;
  // A person's phone has all machines in one list.
  const className = cx(PLACES, isDisplay ? LINE_OF_ITS_OWN : "max-lg:hidden");
  const step = (to: number, label: string, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      onClick={() => onMove((to + slides) % slides)}
      aria-label={label}
      className={BUTTON}
    >
      <Icon className="size-[max(1.5rem,2.2vmin)]" aria-hidden="true" />
    </button>
  );
  if (slides > MOST_DOTS)
    return (
      <nav aria-label={t("slideshow.slides")} className={className}>
        {step(slide - 1, t("slideshow.previous"), ChevronLeft)}
        <p className="wall-label whitespace-nowrap text-ink-soft">
          <span className="sr-only">{t("slideshow.slide", { slide: slide + 1, slides })}</span>
          <span aria-hidden="true">{`${formats.number(slide + 1)} / ${formats.number(slides)}`}</span>
        </p>
        {step(slide + 1, t("slideshow.next"), ChevronRight)}
      </nav>
    );
  return (
    <nav aria-label={t("slideshow.slides")} className={className}>
      {Array.from({ length: slides }, (_, index) => (
        <button
          key={index}
          type="button"
          onClick={() => onMove(index)}
          aria-label={t("slideshow.slide", { slide: index + 1, slides })}
          aria-current={index === slide ? "true" : undefined}
          // On a small wall they are narrow: the words beside them need the room.
          className="grid size-[max(2.75rem,4.1vmin)] place-items-center lg:w-[max(2rem,4.1vmin)]"
        >
          <span
            className={cx(
              "rounded-full",
              index === slide
                ? "size-[max(1rem,1.5vmin)] bg-accent"
                : "size-[max(0.75rem,1.1vmin)] bg-line-strong",
            )}
          />
        </button>
      ))}
    </nav>
  );
}

/** An iPhone's browser has none, and a page in a frame may have to do without. */
function useFullScreen() {
  const [canFill, setCanFill] = useState(true);
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    setCanFill(document.fullscreenEnabled);
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
  return { canFill, isFull, toggle };
}
