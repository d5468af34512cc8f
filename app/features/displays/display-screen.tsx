/** What an unpaired or paired screen does by itself: shows its code, asks whether it is paired, and begins anew when it is another. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { LanguageSwitch } from "#app/components/language/language-switch.tsx";
import { LogoMark } from "#app/components/layout/logo.tsx";
import { isConnected, useConnection } from "#app/live/index.ts";
import "./texts.ts";

/** What a screen asks again and again: whether it is paired. Null when Helios does not answer. */
export type DisplayStatus =
  | { state: "waiting" | "none" }
  | { state: "paired"; /** Differs when something was changed. */ settings: string };

const DISPLAY_STATUS_PATH = "/display/status";
const PATIENCE_MS = 8_000;

async function readDisplayStatus(): Promise<DisplayStatus | null> {
  try {
    const answer = await fetch(DISPLAY_STATUS_PATH, {
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok ? ((await answer.json()) as DisplayStatus) : null;
  } catch {
    return null;
  }
}

/** Asks Helios at once when `everyMs` changes, then every so often; one question at a time. Stops with the component. */
function useStatusPoll(everyMs: number, told: (status: DisplayStatus | null) => void): void {
  const listener = useRef(told);
  listener.current = told;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const ask = async () => {
      const status = await readDisplayStatus();
      if (stopped) return;
      listener.current(status);
      timer = setTimeout(() => void ask(), everyMs);
    };
    timer = setTimeout(() => void ask(), FIRST_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [everyMs]);
}

const FIRST_MS = 250;

const CALM_MS = 45_000;
const LOST_MS = 1_500;
/** Helios answers and the socket does not come back: begin anew. */
const HOPELESS_MS = 60_000;

/**
 * Keeps a paired screen true without anybody near: whether it is still paired, and as before, is asked once in a while, and at once
 * when the socket closes, which is how a revoked screen hears of it.
 */
export function DisplayLife() {
  const connection = useConnection();
  const isLive = isConnected(connection);
  const lostAtMs = useRef<number | null>(null);
  const known = useRef<string | null>(null);
  useEffect(() => {
    lostAtMs.current = isLive ? null : performance.now();
  }, [isLive]);
  useStatusPoll(isLive ? CALM_MS : LOST_MS, (status) => {
    if (status === null) return;
    const settings = status.state === "paired" ? status.settings : null;
    const isChanged = settings !== (known.current ?? settings);
    known.current = settings;
    const isHopeless =
      lostAtMs.current !== null && performance.now() - lostAtMs.current > HOPELESS_MS;
    if (status.state !== "paired" || isChanged || isHopeless) window.location.reload();
  });
  return null;
}

const POLL_MS = 2_500;
/** A page that fails again does not come back faster than this. */
const RELOAD_AFTER_MS = { busy: 30_000, failed: 5_000 } as const;

/** A screen that nobody has paired: its code, and how to enter it. It goes on by itself. */
export function PairingScreen({ code, host }: { code: string; host: string }) {
  const { t } = useTranslation();
  const [answers, setAnswers] = useState(true);
  useStatusPoll(POLL_MS, (status) => {
    setAnswers(status !== null);
    // Paired, or the code is too old: the page that fits comes from the server.
    if (status !== null && status.state !== "waiting") window.location.reload();
  });
  return (
    <PlainWall>
      <p className="wall-label text-ink-soft">{t("display.lead")}</p>
      <h1
        className={cx(
          "mt-[2vh] font-mono text-[max(3.5rem,min(13vw,23vh))] leading-none font-semibold tracking-[0.06em] whitespace-nowrap",
          !answers && "stale",
        )}
        aria-label={t("display.codeLabel", { spelled: [...code.replace(" ", "")].join(" ") })}
        data-code={code}
      >
        {code}
      </h1>
      <ol className="mt-[5vh] text-left wall-label text-ink-soft *:pl-[1.3em] *:-indent-[1.3em]">
        <li>
          {`1. ${t("display.step1")}: `}
          <span className="font-semibold text-ink">{host}</span>
        </li>
        <li>{`2. ${t("display.step2")}`}</li>
        <li>{`3. ${t("display.step3")}`}</li>
      </ol>
      <p
        role="status"
        className={cx(
          "mt-[4vh] wall-label",
          answers ? "text-ink-faint" : "font-semibold text-alarm",
        )}
      >
        {t(answers ? "display.renews" : "display.unreachable")}
      </p>
    </PlainWall>
  );
}

/** Nothing to show at the moment: says why, and comes back by itself. */
export function WaitingScreen({ why }: { why: "busy" | "failed" }) {
  const { t } = useTranslation();
  const [openedAt] = useState(() => performance.now());
  useStatusPoll(POLL_MS, (status) => {
    if (status !== null && performance.now() - openedAt >= RELOAD_AFTER_MS[why])
      window.location.reload();
  });
  return (
    <PlainWall>
      <h1 className="wall-figure">{t(`display.${why}Title`)}</h1>
      <p className="mt-4 wall-label text-ink-soft">{t(`display.${why}Text`)}</p>
    </PlainWall>
  );
}

function PlainWall({ children }: { children: ReactNode }) {
  return (
    <main className="theme-dark fixed inset-0 z-30 flex flex-col overflow-auto bg-page p-[3vmin] text-ink lg:portrait:[--wall-scale:1.78]">
      <div className="flex items-center justify-between">
        <LogoMark className="size-[max(2rem,5vmin)]" />
        {/* As large as the screen, as all of a wall. */}
        <div className="[&_button]:h-[max(2.75rem,4.4vmin)] [&_button]:px-[0.6em] [&_button]:text-[calc(max(0.875rem,min(1.46vw,2.6vh))*var(--wall-scale,1))]">
          <LanguageSwitch />
        </div>
      </div>
      <div className="grid flex-1 place-content-center justify-items-center text-center">
        {children}
      </div>
    </main>
  );
}
