import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { useConnection, useNewestAge } from "#app/live/index.ts";
import { seenAs } from "./seen-as.ts";

/**
 * Whether what is seen is now, on every page alike: Live, Slow, Stale with the age of the newest value, Offline. On a page
 * without live values it is a dot alone while all is well.
 */
export function ConnectionMark() {
  const { t } = useTranslation();
  const formats = useFormats();
  const connection = useConnection();
  const age = useNewestAge();
  const seen = seenAs(connection, age);
  const words = {
    live: t("live.live"),
    still: "",
    unheard: t("live.unheard"),
    stale: t("live.stale", { age: formats.age(typeof age === "number" ? age : null) }),
    connecting: t("live.connecting"),
    slow: t("live.slow"),
    lost: t("live.lostShort"),
  };
  const isWell = seen === "live" || seen === "still";
  return (
    <span
      className={cx(
        "inline-flex items-center justify-end gap-1.5 text-xs font-medium sm:min-w-24 sm:whitespace-nowrap",
        isWell || seen === "connecting" || seen === "unheard" ? "text-ink-soft" : "text-warn",
      )}
      data-connection={connection}
      data-old={seen === "stale" || undefined}
    >
      <span
        aria-hidden="true"
        className={cx(
          "size-2 shrink-0 rounded-full",
          isWell ? "bg-go" : seen === "lost" ? "border-2 border-warn" : "border border-idle",
        )}
      />
      {words[seen]}
    </span>
  );
}
