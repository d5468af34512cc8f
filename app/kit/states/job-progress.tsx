import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import "#app/kit/texts.ts";

export type JobState = "running" | "stopping" | "stopped" | "done" | "failed";

type Props = {
  /** What is being done: "Searching 12 machines". */
  label: string;
  state: JobState;
  /** Progress; `total` null: not known yet. */
  done: number;
  total: number | null;
  /** In words below the bar: "3 of 12 machines, 41 found". */
  detail?: string;
  onStop?: () => void;
  onRetry?: () => void;
};

/**
 * Long work: how far it is, a way to stop it, and how it ended. What was found until then is the caller's to show.
 *
 *     <JobProgress label={t("search.running")} state={job.state} done={job.done} total={job.total} onStop={stop} />
 */
export function JobProgress({ label, state, done, total, detail, onStop, onRetry }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isOn = state === "running" || state === "stopping";
  return (
    <div className="w-full rounded-card border border-line bg-card p-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={id} className="font-medium">
          {label}
        </p>
        <p role="status" className={state === "failed" ? "text-alarm" : "text-ink-soft"}>
          {t(`kit.job_${state}`)}
        </p>
      </div>
      <progress
        aria-labelledby={id}
        max={total ?? 1}
        {...(total === null && isOn ? {} : { value: state === "done" ? (total ?? 1) : done })}
        className="mt-2 block h-2 w-full appearance-none overflow-hidden rounded-full bg-idle-wash [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-idle-wash [&::-webkit-progress-value]:bg-ink"
      />
      <div className="mt-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft tabular-nums">{detail}</p>
        {isOn && onStop && (
          <Button
            size="small"
            aria-disabled={state === "stopping" || undefined}
            onClick={() => state === "running" && onStop()}
          >
            {t("kit.stop")}
          </Button>
        )}
        {(state === "failed" || state === "stopped") && onRetry && (
          <Button size="small" onClick={onRetry}>
            {t("errors.retry")}
          </Button>
        )}
      </div>
    </div>
  );
}
