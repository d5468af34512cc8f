import { useRevalidator } from "@remix-run/react";
import { Download as DownloadIcon } from "lucide-react";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useNow } from "#app/components/use-now.ts";
import { minutesToWait } from "#app/domain/reports/timeframe.ts";
import { useDownload } from "#app/kit/download/use-download.ts";
import { useProblemWords } from "#app/kit/forms/use-problem-words.ts";
import { FORMATS } from "./files/report-table.ts";
import type { ReportMachine } from "./load-report-page.server.ts";
import type { ReportKind } from "./reports.page.server.ts";
import "./texts.ts";

/** While the tab is open the machine's tier and turn are asked for again this often, in sight or not (spec 002 §9). */
const ASKED_AGAIN_MS = 15_000;
const EMPTY_TOAST_MS = 3_000;
/** Until then the server has seen that a stopped report's reader has gone, and given its turn back. */
const GIVEN_BACK_MS = 1_000;

/** The form of a report: what it holds, the button with the reason why it is off, progress with a way to stop, and what came of it. */
export function ReportDownload({
  kind,
  machine,
  nowMs,
  off,
  button,
  nothing,
  children,
}: {
  kind: ReportKind;
  machine: ReportMachine;
  nowMs: number;
  /** Why nothing can be made of what is chosen; null: it can. */
  off: string | null;
  button: string;
  /** What is shown below of a report in which nothing was found; buttons of it that send the form may ask for another timeframe. */
  nothing?: (timeframe: string) => ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const now = useNow(nowMs);
  const size = useSize();
  const say = useProblemWords();
  const { revalidate } = useRevalidator();
  const { download, start, stop } = useDownload(`/reports/file/${kind}`);
  const [isTold, setTold] = useState(true);
  const [asked, setAsked] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const waits = kind === "events" ? null : minutesToWait(machine.reportAvailableAt, now);
  // Somebody else may take the turn while the tab is open, and a tier may change.
  const isAskedAgain = kind !== "events";
  useEffect(() => {
    if (!isAskedAgain) return;
    const timer = setInterval(revalidate, ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAskedAgain, revalidate]);

  const isStopped = download.state === "stopped";
  useEffect(() => {
    if (!isStopped) return;
    const timer = setTimeout(revalidate, GIVEN_BACK_MS);
    return () => clearTimeout(timer);
  }, [isStopped, revalidate]);

  const isRunning = download.state === "running";
  const reason = isRunning
    ? t("report.why_running")
    : // The wait first: nobody chooses measures to learn of it then.
      waits === null
      ? off
      : t("report.waits", { count: waits });
  return (
    <form
      ref={form}
      method="post"
      action={`/reports/file/${kind}`}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== null) return;
        const { submitter } = event.nativeEvent as SubmitEvent;
        const sent = new FormData(event.currentTarget);
        if (submitter instanceof HTMLButtonElement && submitter.name !== "")
          sent.set(submitter.name, submitter.value);
        setAsked(String(sent.get("timeframe")));
        setTold(false);
        void start(sent).then(({ state }) => state !== "stopped" && revalidate());
      }}
    >
      <input type="hidden" name="machine" value={machine.id} />
      {children}
      <SelectField
        id="report-format"
        name="format"
        label={t("report.format")}
        className="max-w-56"
        options={FORMATS.map((value) => ({ value, label: t(`report.format_${value}`) }))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton
          tone="primary"
          busy={isRunning}
          off={reason !== null}
          aria-describedby={reason === null ? undefined : "report-off"}
        >
          <DownloadIcon className="size-4" aria-hidden="true" />
          {button}
        </SubmitButton>
        {isRunning && (
          <KeepsFocus form={form}>
            <Button onClick={stop}>{t("report.stop")}</Button>
          </KeepsFocus>
        )}
        {reason !== null && !isRunning && (
          <p id="report-off" className="text-sm text-ink-soft">
            {reason}
          </p>
        )}
      </div>
      {download.state === "empty" && nothing && (
        <KeepsFocus form={form}>{nothing(asked)}</KeepsFocus>
      )}
      <div role="status" className="min-h-6 text-sm text-ink-soft">
        {isRunning && (
          <>
            <progress
              className="block h-1.5 w-full max-w-sm animate-pulse appearance-none overflow-hidden rounded-full bg-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-accent"
              aria-label={t("report.running", { size: size(download.bytes) })}
            />
            <span className="mt-1.5 block tabular-nums">
              {t("report.running", { size: size(download.bytes) })}
            </span>
          </>
        )}
        {isStopped && t("report.stopped")}
        {download.state === "done" && t("report.saved", { size: size(download.bytes) })}
        {download.state === "failed" && (
          <span className="text-alarm">
            {download.problem === null
              ? t("report.failed")
              : say([download.problem], t("report.contents"))[0]}
          </span>
        )}
      </div>
      {download.state === "empty" && !isTold && (
        <Toast
          tone="alarm"
          text={t("report.empty")}
          durationMs={EMPTY_TOAST_MS}
          onClose={() => setTold(true)}
        />
      )}
    </form>
  );
}

/** Gives the focus back to the form's button when what it holds goes: a person's place is not lost. */
function KeepsFocus({ form, children }: { form: RefObject<HTMLFormElement>; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const inner = place.current;
    const begin = form.current?.querySelector<HTMLButtonElement>("button[type=submit]");
    return () => {
      if (inner?.contains(document.activeElement)) begin?.focus();
    };
  }, [form]);
  return (
    <span ref={place} className="contents">
      {children}
    </span>
  );
}

const UNITS = ["B", "kB", "MB", "GB"];

/** Bytes as people read them. */
function useSize(): (bytes: number) => string {
  const { number } = useFormats();
  return (bytes) => {
    const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
    return `${number(bytes / 1000 ** power, power > 1 ? 1 : 0)} ${UNITS[power]}`;
  };
}
