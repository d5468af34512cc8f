import { useState, type ReactNode } from "react";
import type { ProblemCode } from "#app/domain/problems.ts";
import { TOAST_MS, Toast } from "#app/components/ui/toast.tsx";

type Said = { tone: "good" | "alarm"; text: string };

export type ToastWords<Done> = {
  /** What happened, in words; an alarm where not all of it could be done. */
  done: (done: Done) => string | Said;
  /** That it could not be done, beside the form, which says why; `problem`: the first, in words, with its field. */
  failed?: string | ((problem: string, code: ProblemCode | undefined) => string);
  /** How long it stands; six seconds unless the area says otherwise. */
  durationMs?: number;
};

/** What a form did, or why it did not, said in a toast where the form wants one. */
export function useDoneToast<Done>(
  toast: ToastWords<Done> | undefined,
): [
  say: (done: Done) => void,
  shown: ReactNode,
  sayFailed: (problem: string, code?: ProblemCode) => void,
] {
  const [said, setSaid] = useState<Said | null>(null);
  return [
    (done) => {
      const told = toast?.done(done);
      if (told !== undefined)
        setSaid(typeof told === "string" ? { tone: "good", text: told } : told);
    },
    said !== null && (
      <Toast
        tone={said.tone}
        text={said.text}
        durationMs={toast?.durationMs ?? TOAST_MS}
        onClose={() => setSaid(null)}
      />
    ),
    (problem, code) => {
      const failed = toast?.failed;
      if (failed === undefined) return;
      setSaid({ tone: "alarm", text: typeof failed === "string" ? failed : failed(problem, code) });
    },
  ];
}

/** Counts how often a dialog was opened: a form that opens again is another one, with its own answers. */
export function useOpenings(open: boolean): number {
  const [shown, setShown] = useState({ open, count: 0 });
  if (open !== shown.open) setShown({ open, count: shown.count + (open ? 1 : 0) });
  return shown.count;
}
