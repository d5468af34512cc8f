import { COMMON_ICONS } from "#app/components/common-icons.ts";
import { useTranslation } from "react-i18next";
import { Button, ButtonAnchor } from "#app/components/ui/button.tsx";
import { SUPPORT_URL } from "#app/domain/support.ts";
import { Logo } from "./logo.tsx";
import { useIsInsidePage } from "./page.tsx";
import type { FailureKind } from "./use-route-failure.ts";

const ICONS = {
  unauthorized: COMMON_ICONS.ShieldAlert,
  not_found: COMMON_ICONS.SearchX,
  refused: COMMON_ICONS.CircleSlash,
  server: COMMON_ICONS.Unplug,
  offline: COMMON_ICONS.WifiOff,
} as const;
const STATUS = {
  unauthorized: 401,
  not_found: 404,
  refused: null,
  server: 500,
  offline: null,
} as const;

/** What a failure is called, and what it says. */
export function useFailureWords(kind: FailureKind): [title: string, text: string] {
  const { t } = useTranslation();
  const words: Record<FailureKind, [string, string]> = {
    unauthorized: [t("errors.unauthorizedTitle"), t("errors.unauthorizedText")],
    not_found: [t("errors.notFoundTitle"), t("errors.notFoundText")],
    refused: [t("errors.refusedTitle"), t("errors.refusedText")],
    server: [t("errors.serverTitle"), t("errors.serverText")],
    offline: [t("errors.offlineTitle"), t("errors.offlineText")],
  };
  return words[kind];
}

type Props = {
  kind: FailureKind;
  framed?: boolean;
  busy?: boolean;
  /** Instead of loading the whole document again. */
  onRetry?: () => void;
};

/** A failure as a page, or below the heading of one: what happened, and the way on. */
export function ErrorScreen({ kind, framed = true, busy = false, onRetry = reload }: Props) {
  const { t } = useTranslation();
  const Icon = ICONS[kind];
  const status = STATUS[kind];
  const [title, text] = useFailureWords(kind);
  const Frame = framed ? "main" : "div";
  const Heading = useIsInsidePage() ? "h2" : "h1";
  const retriable = kind === "server" || kind === "offline";
  return (
    <Frame
      className={
        framed ? "grid flex-1 place-items-center p-6" : "grid place-items-center px-6 py-20"
      }
    >
      <div className="max-w-md">
        {framed && <Logo className="mb-12" />}
        <span className="grid size-12 place-items-center rounded-card border border-line bg-card text-ink-soft">
          <Icon className="size-6" aria-hidden="true" />
        </span>
        {status !== null && (
          <p className="mt-6 text-sm font-medium text-ink-faint">{t("errors.code", { status })}</p>
        )}
        <Heading className="mt-1 text-xl font-semibold tracking-tight">{title}</Heading>
        <p className="mt-2 text-ink-soft">{text}</p>
        <div className="mt-8 flex flex-wrap gap-2">
          {retriable && (
            <Button tone="primary" aria-busy={busy} onClick={onRetry}>
              {t("errors.retry")}
            </Button>
          )}
          <ButtonAnchor tone={retriable ? "quiet" : "primary"} href="/dashboard">
            {t("errors.toDashboard")}
          </ButtonAnchor>
          {(kind === "unauthorized" || kind === "server") && (
            <ButtonAnchor href={SUPPORT_URL} target="_blank" rel="noreferrer">
              {t("nav.help")}
            </ButtonAnchor>
          )}
        </div>
      </div>
    </Frame>
  );
}

const reload = (): void => window.location.reload();
