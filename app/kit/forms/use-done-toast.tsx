import { useState, type ReactNode } from "react";
import { TOAST_MS, Toast } from "#app/components/ui/toast.tsx";

export type ToastWords<Done> = {
  /** What happened, in words. */
  done: (done: Done) => string;
  /** That it could not be done, beside the form, which says why; `problem`: the first, in words, with its field. */
  failed?: string | ((problem: string) => string);
  /** How long it stands; six seconds unless the area says otherwise. */
  durationMs?: number;
};

/** What a form did, or why it did not, said in a toast where the form wants one. */
export function useDoneToast<Done>(
  toast: ToastWords<Done> | undefined,
): [say: (done: Done) => void, shown: ReactNode, sayFailed: (problem: string) => void] {
  const [said, setSaid] = useState<{ tone: "good" | "alarm"; text: string } | null>(null);
  return [
    (done) => toast && setSaid({ tone: "good", text: toast.done(done) }),
    said !== null && (
      <Toast
        tone={said.tone}
        text={said.text}
        durationMs={toast?.durationMs ?? TOAST_MS}
        onClose={() => setSaid(null)}
      />
    ),
    (problem) => {
      const failed = toast?.failed;
      if (failed === undefined) return;
      setSaid({ tone: "alarm", text: typeof failed === "string" ? failed : failed(problem) });
    },
  ];
}

/** Counts how often a dialog was opened: a form that opens again is another one, with its own answers. */
export function useOpenings(open: boolean): number {
  const [shown, setShown] = useState({ open, count: 0 });
  if (open !== shown.open) setShown({ open, count: shown.count + (open ? 1 : 0) });
  return shown.count;
}
