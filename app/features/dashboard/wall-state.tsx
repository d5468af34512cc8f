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

/** Letters that a line of the state holds: in a row's first column, and in half a row. */
const STATE_LETTERS = { column: 26, half: 30 };
/** As long in words as the time gets that a state lasts: "7 h 59 min". */
const LASTING_LETTERS = 10;

/**
 * Where the age of a state's data stands, and for how long the state lasts, so that nothing moves when data grows old.
 * "beside": both beside the word, as large. "trails": both beside the word, the age smaller, and in two lines where it is
 * long. "below": neither has room beside the word.
 */
export type StateLayout = "beside" | "trails" | "below";

export const layoutOf = (word: string, isSharing: boolean): StateLayout =>
  word.length + 1 + LASTING_LETTERS <= STATE_LETTERS[isSharing ? "half" : "column"]
    ? "trails"
    : "below";

/** A line of its own below the word. Cut off below the letters, not at their line, which is lower than they are. */
const OWN_LINE =
  "lg:landscape:-mb-[0.2em] lg:landscape:min-w-0 lg:landscape:basis-full lg:landscape:truncate lg:landscape:pb-[0.2em]";

/** Behind the word, up to the figures, and in two lines where one has no room; the line keeps its height. */
const TRAILS =
  "wall-old-age lg:landscape:-mr-[1.4vw] lg:landscape:-my-[0.5em] lg:landscape:min-w-0 lg:landscape:whitespace-normal";

/** Gives an empty line its height, and has no width. */
const LINE_HEIGHT = "\u200b";

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
  const isBelow = layout === "below";
  return (
    <p
      className={cx(
        "relative flex flex-wrap items-center gap-x-[calc(var(--wall-scale,1)*max(0.375rem,0.8vw))] wall-state leading-[1.05] font-semibold whitespace-nowrap",
        layout === "trails" && "lg:landscape:flex-nowrap",
        isOld ? "text-ink-faint" : WORDS[state],
        className,
      )}
      data-state={state}
    >
      <StateGlyph state={state} className="size-[1em] shrink-0" />
      <span className="shrink-0 proportional-nums">{word}</span>
      {/* How old it is takes the place of how long it lasts: a wall does not jump when data grows old. */}
      {(age !== null || isBelow) && (
        <span
          key={isOld ? "old" : "now"}
          className={cx(
            isOld ? "text-alarm" : "font-medium text-ink-soft",
            isBelow && OWN_LINE,
            isOld && layout === "trails" && TRAILS,
          )}
        >
          {isOld && isBelow ? <span className="wall-old-age">{age}</span> : age}
          {/* A line of its own keeps its height. */}
          {isBelow && LINE_HEIGHT}
        </span>
      )}
    </p>
  );
}
