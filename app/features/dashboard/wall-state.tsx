import { cx } from "#app/components/cx.ts";
import { StateGlyph } from "#app/components/machine/state-glyph.tsx";
import type { MachineState } from "#app/domain/metrics/states.ts";

const WORDS: Record<MachineState, string> = {
  running_and_feeding: "text-go",
  running: "text-go",
  ready: "text-calm",
  ready_in_setup: "text-calm",
  ready_to_run: "text-calm",
  not_ready: "text-warn",
  off: "text-idle",
  unknown: "text-idle",
};

/**
 * Where alarms leave a row less height than its lines need, the plant goes beside the age. A whole row has its strip below the
 * figures by then, and all of its height for the words; only where that is not enough what is written largest gets smaller.
 * The half of one has its strip below the words, and is never lower than they need. "trailing": the age of the data stands behind the word.
 */
export const CROWDED = {
  whole: {
    placeAbove: "lg:landscape:wall-place-above-whole",
    placeBeside: "lg:landscape:wall-place-beside-whole",
    smaller: "lg:landscape:wall-crowded-whole",
  },
  trailing: {
    placeAbove: "lg:landscape:wall-place-above-trailing",
    placeBeside: "lg:landscape:wall-place-beside-trailing",
    smaller: "lg:landscape:wall-crowded-whole",
  },
  half: {
    placeAbove: "lg:landscape:wall-place-above",
    placeBeside: "lg:landscape:wall-place-beside",
    smaller: false,
  },
  halfLong: {
    placeAbove: "lg:landscape:wall-place-above-long",
    placeBeside: "lg:landscape:wall-place-beside-long",
    smaller: false,
  },
} as const;

/** Letters that a line of the state holds, in a row's first column. */
const STATE_LETTERS = 26;
/** As long in words as the time gets that a state lasts: "7 h 59 min". */
const LASTING_LETTERS = 10;

/**
 * Where the age of a state's data stands, and for how long the state lasts, so that nothing moves when data grows old.
 * "beside": both beside the word, as in half a row, which has no room below its last line. "trails": both beside the
 * word, the age smaller, and in two lines where it is long. "below": neither has room beside the word.
 */
export type StateLayout = "beside" | "trails" | "below";

export function layoutOf(word: string, longestAge: string, isSharing: boolean): StateLayout {
  const hasRoom = (letters: number) => word.length + 1 + letters <= STATE_LETTERS;
  if (isSharing) return hasRoom(longestAge.length) ? "beside" : "below";
  return hasRoom(LASTING_LETTERS) ? "trails" : "below";
}

/** A line of its own below the word. Cut off below the letters, not at their line, which is lower than they are. */
const OWN_LINE =
  "lg:landscape:-mb-[0.2em] lg:landscape:min-w-0 lg:landscape:basis-full lg:landscape:truncate lg:landscape:pb-[0.2em]";

/** Gives an empty line its height, and has no width. */
const LINE_HEIGHT = "\u200b";

type WallStateProps = {
  state: MachineState;
  /** The state's name. */
  word: string;
  layout: StateLayout;
  /** For a row that may have less height than its lines need. */
  crowded: (typeof CROWDED)[keyof typeof CROWDED] | null;
  place: string | null;
  isOld: boolean;
  /** How old what is known of it is, or for how long it lasts; null where nobody knows. */
  age: string | null;
  className: string;
};

/** The state in words, and since when; its plant where it has no line of its own. */
export function WallState(props: WallStateProps) {
  const { state, word, layout, crowded, place, isOld, age, className } = props;
  const trails = layout === "trails";
  const isBeside = !isOld && trails;
  const below = isBeside ? null : age;
  return (
    <p
      className={cx(
        "relative flex flex-wrap items-center gap-x-[calc(var(--wall-scale,1)*max(0.375rem,0.8vw))] wall-state leading-[1.05] font-semibold whitespace-nowrap",
        crowded?.smaller,
        trails && "lg:landscape:wall-one-line",
        isOld ? "text-ink-faint" : WORDS[state],
        className,
      )}
      data-state={state}
    >
      <StateGlyph state={state} className="size-[1em] shrink-0" />
      <span className="shrink-0 proportional-nums">{word}</span>
      {isBeside && age !== null && <span className="font-medium text-ink-soft">{age}</span>}
      {/* How old it is takes the place of how long it lasts: a wall does not jump when data grows old. */}
      {(below !== null || layout !== "beside") && (
        <span
          key={isOld ? "old" : "now"}
          className={cx(
            isOld ? "text-alarm" : "font-medium text-ink-soft",
            layout === "below" && OWN_LINE,
            trails && (below === null ? "hidden lg:landscape:wall-line-low" : "wall-trails"),
          )}
        >
          {below ?? (layout === "beside" ? null : LINE_HEIGHT)}
          {crowded !== null && (
            <span
              className={cx(
                "hidden wall-label font-normal text-ink-soft [--wall-scale:1]",
                below !== null && "ml-[0.4em]",
                crowded.placeBeside,
              )}
            >
              {below !== null && "· "}
              {place}
            </span>
          )}
        </span>
      )}
    </p>
  );
}
