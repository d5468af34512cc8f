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

/** Letters of a word in a row's first column that leave the room for "7 h 59 min" as large behind it. */
export const MOST_STATE_LETTERS = 15;
/** Of how old its data is, smaller. */
export const MOST_AGE_LETTERS = 16;

/** How old its data is, in a line that keeps its height, where it has the room of a row's first column. */
const TRAILS = "wall-old-age lg:landscape:-my-[0.5em] lg:landscape:whitespace-pre";

type WallStateProps = {
  state: MachineState;
  /** The state's name. */
  word: string;
  /** Its column is narrow: how old its data is is written smaller, so that nothing moves when data grows old. */
  isTrailing: boolean;
  isOld: boolean;
  /** How old what is known of it is, or for how long it lasts; null where nobody knows. */
  age: string | null;
  className: string;
};

/** The state in words, and since when. */
export function WallState(props: WallStateProps) {
  const { state, word, isTrailing, isOld, age, className } = props;
  return (
    <p
      className={cx(
        "relative flex flex-wrap items-center gap-x-[calc(var(--wall-scale,1)*max(0.375rem,0.8vw))] wall-state leading-[1.05] font-semibold whitespace-nowrap",
        isTrailing && "lg:landscape:flex-nowrap",
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
            isOld && isTrailing && TRAILS,
          )}
        >
          {age}
        </span>
      )}
    </p>
  );
}
