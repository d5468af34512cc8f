import { RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";
import "#app/kit/texts.ts";

type Props = {
  /** What could not be read or done. */
  children: string;
  /** Why, or what happens meanwhile. */
  detail?: string;
  onRetry?: () => void;
  /** While it is tried again. */
  busy?: boolean;
  /** In a line of its own beside other content, instead of filling the place of what is missing. */
  inline?: boolean;
};

/**
 * In the place of what could not be read: says so, and offers to try again. The size of the place is the caller's, so that
 * nothing moves when it comes.
 *
 *     {failed ? <Failure onRetry={retry} busy={busy}>{t("thing.unread")}</Failure> : <AlarmList … />}
 */
export function Failure({ children, detail, onRetry, busy = false, inline = false }: Props) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className={cx(
        "text-sm",
        inline
          ? "flex flex-wrap items-center gap-x-3 gap-y-2"
          : "flex flex-col items-center rounded-card border border-line bg-card px-6 py-10 text-center",
      )}
    >
      <TriangleAlert
        className={cx("shrink-0 text-warn", inline ? "size-4" : "size-6")}
        aria-hidden="true"
      />
      <div className={cx("min-w-0", !inline && "mt-3")}>
        <p className="font-medium">{children}</p>
        {detail !== undefined && <p className="text-ink-soft">{detail}</p>}
      </div>
      {onRetry !== undefined && (
        <Button
          size="small"
          aria-disabled={busy || undefined}
          className={inline ? undefined : "mt-4"}
          onClick={() => !busy && onRetry()}
        >
          <RefreshCw className="size-4" aria-hidden="true" />
          {busy ? t("kit.retrying") : t("errors.retry")}
        </Button>
      )}
    </div>
  );
}
