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

/** Letters that a line of the state holds, in a row's first column and as large as the word. */
const STATE_LETTERS = 26;
/** As long in words as the time gets that a state lasts: "7 h 59 min". */
const LASTING_LETTERS = 10;
/** Of how old data is, smaller, that have room behind the longest word. */
const OLD_LETTERS = 15;

/**
 * Where the age of a state's data stands, and for how long the state lasts, so that nothing moves when data grows old: behind
 * the word, the same in all rows of a wall, whatever their states are. "beside": as large as the word. "trails": the age of old
 * data smaller, and in two lines in a language that is long. "tight": for how long it lasts smaller, too, as a word of the
 * language needs the room.
 */
export type StateLayout = "beside" | "trails" | "tight";

/** By all words that a state can have. */
export const layoutOf = (words: readonly string[], isSharing: boolean): StateLayout =>
  isSharing || words.every((word) => word.length + 1 + LASTING_LETTERS <= STATE_LETTERS)
    ? "trails"
    : "tight";

/** The line keeps its height. */
const TRAILS = "wall-old-age lg:landscape:-my-[0.5em] lg:landscape:whitespace-pre";
/** Up to the figures. A phone has a line below the word for it. */
const TWO_LINES = "max-lg:basis-full lg:landscape:text-[0.6em]";

/** The number of a long one stands in its second line. */
const inLines = (age: string, isLong: boolean): string =>
  isLong ? age.replace(/\u00a0(?=\d)/, "\n") : age;

type WallStateProps = {
  state: MachineState;
  /** The state's name. */
  word: string;
  layout: StateLayout;
  isOld: boolean;
  /** How old what is known of it is, or for how long it lasts; null where nobody knows. */
  age: string | null;
  className: string;
};

/** The state in words, and since when. */
export function WallState(props: WallStateProps) {
  const { state, word, layout, isOld, age, className } = props;
  const isTrailing = isOld && layout !== "beside";
  const isLong = isTrailing && (age?.length ?? 0) > OLD_LETTERS;
  return (
    <p
      className={cx(
        "relative flex flex-wrap items-center gap-x-[calc(var(--wall-scale,1)*max(0.375rem,0.8vw))] wall-state leading-[1.05] font-semibold whitespace-nowrap",
        layout !== "beside" && "lg:landscape:flex-nowrap",
        isOld ? "text-ink-faint" : WORDS[state],
        className,
      )}
      data-state={state}
    >
      <StateGlyph state={state} className="size-[1em] shrink-0" />
      <span className="shrink-0 proportional-nums">{word}</span>
      {/* How old it is takes the place of how long it lasts: a wall does not jump when data grows old. */}
      {age !== null && (
        <span
          key={isOld ? "old" : "now"}
          className={cx(
            isOld ? "text-alarm" : "font-medium text-ink-soft",
            isTrailing && TRAILS,
            isLong && TWO_LINES,
            !isOld && layout === "tight" && "lg:landscape:text-[0.8em]",
          )}
        >
          {inLines(age, isLong)}
        </span>
      )}
    </p>
  );
}
