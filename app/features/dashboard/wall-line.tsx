import type { ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import type { AttentionKind } from "./need.ts";
import type { WallWord } from "./use-wall-words.ts";

type WallLineProps = {
  words: readonly WallWord[];
  isOld?: boolean;
  children?: ReactNode;
};

/** One line, broken between its words where it has no room. The dot before a line's first word is cut off. What was counted is dimmed while data is old, what is said of that is not. */
export function WallLine({ words, isOld = false, children }: WallLineProps) {
  const hasMore = Boolean(children);
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
      <span className={cx("block overflow-hidden", isOld && "stale")}>
        <span className="-ml-[1em] flex flex-wrap *:before:inline-block *:before:w-[1em] *:before:text-center *:before:font-normal *:before:text-ink-soft *:before:content-['·']">
          {words.map(({ kind, text, isExtra }) => (
            <span
              key={text + isOld}
              className={cx(kind && TONES[kind], isExtra && "wall-narrow:hidden")}
            >
              {text}
            </span>
          ))}
        </span>
      </span>
    </p>
  );
}

const TONES: Partial<Record<AttentionKind, string>> = {
  alarms: "font-semibold text-alarm",
  notReady: "font-semibold text-warn",
};
