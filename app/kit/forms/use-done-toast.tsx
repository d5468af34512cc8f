import { useState, type ReactNode } from "react";
import { TOAST_MS, Toast } from "#app/components/ui/toast.tsx";

export type ToastWords<Done> = {
  /** What happened, in words. */
  done: (done: Done) => string;
  /** That it could not be done; the form says why. */
  failed?: string;
  /** How long it stands; six seconds unless the area says otherwise. */
  durationMs?: number;
};

/** What a form did, said in a toast where the form wants one. */
export function useDoneToast<Done>(
  toast: ToastWords<Done> | undefined,
): [say: (done: Done) => void, shown: ReactNode, sayFailed: () => void] {
  const [said, setSaid] = useState<string | null>(null);
  const [isGood, setGood] = useState(true);
  return [
    (done) => {
      setGood(true);
      if (toast) setSaid(toast.done(done));
    },
    said !== null && (
      <Toast
        tone={isGood ? "good" : "alarm"}
        text={said}
        durationMs={toast?.durationMs ?? TOAST_MS}
        onClose={() => setSaid(null)}
      />
    ),
    () => {
      setGood(false);
      if (toast?.failed !== undefined) setSaid(toast.failed);
    },
  ];
}

/** Counts how often a dialog was opened: a form that opens again is another one, with its own answers. */
export function useOpenings(open: boolean): number {
  const [shown, setShown] = useState({ open, count: 0 });
  if (open !== shown.open) setShown({ open, count: shown.count + (open ? 1 : 0) });
  return shown.count;
}
