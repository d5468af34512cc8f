import { CalendarClock } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import type { WallWord } from "./wall-wordings.ts";

type WallLineProps = {
  words: readonly WallWord[];
  /** Instead, on a screen that stands upright or is a phone's. */
  narrow: readonly WallWord[];
  isOld?: boolean;
  /** On a wide screen, of letters that are read from afar. */
  isLarge?: boolean;
  children?: ReactNode;
};

/** One line, broken between its words where it has no room. The dot before a line's first word is cut off. What was counted is dimmed while data is old, what is said of that is not. */
export function WallLine({
  words,
  narrow,
  isOld = false,
  isLarge = false,
  children,
}: WallLineProps) {
  const hasMore = Boolean(children);
  const isAlike = textOf(words) === textOf(narrow);
  return (
    <p
      className={cx(
        "min-w-0 shrink-0 leading-[1.25] text-ink-soft wall-narrow:order-last wall-narrow:basis-full wall-wide:overflow-hidden",
        hasMore &&
          "wall-wide:flex wall-wide:min-h-[1.65em] wall-wide:items-center lg:portrait:min-h-[1.4em]",
        hasMore && isOld && "gap-x-[1em]",
      )}
    >
      {children}
      {/* Behind an age it stands at the line's end: it does not move with the length of that. */}
      <span
        key={String(isOld)}
        className={cx(
          "block overflow-hidden",
          isLarge && "wall-needs",
          isOld && "stale",
          isOld && hasMore && "wall-wide:ml-auto",
        )}
      >
        <Words
          key={`wide ${isOld}`}
          words={words}
          className={isAlike ? undefined : "wall-narrow:hidden"}
        />
        {!isAlike && <Words key={`narrow ${isOld}`} words={narrow} className="wall-wide:hidden" />}
      </span>
    </p>
  );
}

const textOf = (words: readonly WallWord[]): string =>
  words.map(({ text, note }) => `${text} ${note ?? ""}`).join("\n");

function Words({
  words,
  className,
}: {
  words: readonly WallWord[];
  className: string | undefined;
}) {
  return (
    <span
      className={cx(
        "-ml-[1em] flex flex-wrap *:relative *:pl-[1em] *:before:absolute *:before:left-0 *:before:w-[1em] *:before:text-center *:before:font-normal *:before:text-ink-soft *:before:content-['·']",
        className,
      )}
    >
      {words.map(({ kind, text, note, isOld, isUrgent }) => (
        <span
          key={text}
          className={cx(
            (kind === "alarms" || kind === "notReady") && "font-semibold",
            // As its bell in the row.
            kind === "alarms" && (isUrgent ? "text-alarm" : "text-ink"),
            kind === "notReady" && "text-warn",
            isOld && "stale",
          )}
        >
          {/* As in the rows of those machines. */}
          {kind === "overdue" && (
            <CalendarClock
              className="mr-[0.3em] mb-[0.1em] inline size-[0.9em]"
              aria-hidden="true"
            />
          )}
          {text}
          {note && <span className="font-normal text-ink-soft"> ({note})</span>}
        </span>
      ))}
    </span>
  );
}
