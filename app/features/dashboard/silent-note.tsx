import type { ReactNode } from "react";
import { loadLater } from "#app/components/load-later.tsx";
import type { Lacking } from "./lacking.ts";

/** Wanted only when a figure lacks machines. */
const LackingTip = loadLater(() => import("./lacking-tip.tsx"));

type SilentNoteProps = {
  /** Of how many machines a figure is. */
  part: string;
  /** The same, on a phone. */
  short?: string;
  lacking: Lacking;
  align: "start" | "center" | "end";
};

/** Below a figure that lacks machines: of how many it is, and on hover, focus or touch which ones are silent, and which could not be read. */
export function SilentNote({ part, short = part, lacking, align }: SilentNoteProps) {
  const face: ReactNode = (
    <span className="font-medium text-warn underline decoration-dotted underline-offset-2">
      <span className="sm:hidden">{short}</span>
      <span className="max-sm:hidden">{part}</span>
    </span>
  );
  return (
    <>
      {/* As high as the words it takes the place of: nothing moves as a machine falls silent. */}
      <span className="-my-1 block print:hidden">
        <LackingTip
          align={align}
          label={part}
          face={face}
          lacking={lacking}
          meanwhile={<span className="inline-grid min-h-6 place-items-center">{face}</span>}
        />
      </span>
      <span aria-hidden="true" className="hidden print:inline">
        {part}
      </span>
    </>
  );
}
