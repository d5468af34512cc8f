import { useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useMaskingSoon } from "./use-masking-soon.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";

/** The superusers' second bar: where they are, what they may do from anywhere, and the switch of demo mode. */
export function ProviderBar({ isDemo, tools }: { isDemo: boolean; tools: ReactNode }) {
  const { t } = useTranslation();
  const masksSoon = useMaskingSoon();
  return (
    <div
      className={cx(
        "sticky top-14 z-20 border-b",
        isDemo ? "border-ink bg-card" : "border-line bg-sunken",
      )}
    >
      <div className="mx-auto flex min-h-11 max-w-[1600px] items-center gap-4 px-4 lg:min-h-10 lg:px-6">
        <div className={cx("min-w-0", masksSoon && "invisible")}>
          <Breadcrumbs />
        </div>
        <section
          aria-label={t("provider.label")}
          className="ml-auto flex shrink-0 items-center gap-2"
        >
          {tools}
          {isDemo && (
            <span className="text-xs text-ink-soft max-xl:sr-only">{t("provider.demoOn")}</span>
          )}
          <DemoSwitch isDemo={isDemo} />
        </section>
      </div>
    </div>
  );
}

/** A form that works without JavaScript; with it the page stays where it is and its data comes anew. */
function DemoSwitch({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher();
  const on = (fetcher.formData?.get("demo") ?? (isDemo ? "on" : "off")) === "on";
  const change = (event: FormEvent) => {
    event.preventDefault();
    void fetcher.submit({ demo: on ? "off" : "on" }, { method: "post", action: "/preferences" });
  };
  return (
    <form method="post" action="/preferences" onSubmit={change}>
      <input type="hidden" name="redirect" value={pathname + search} />
      <button
        type="submit"
        role="switch"
        aria-checked={on}
        name="demo"
        value={on ? "off" : "on"}
        className="flex min-h-11 items-center gap-2 rounded-control px-1.5 text-sm text-ink-soft hover:text-ink lg:min-h-8"
      >
        <span className={cx("whitespace-nowrap", on && "font-semibold text-ink")}>
          {t("provider.demoMode")}
        </span>
        <span
          aria-hidden="true"
          className={cx(
            "flex h-5 w-9 items-center rounded-full border p-0.5 transition duration-150",
            on ? "border-ink bg-ink" : "border-ink-faint bg-idle-wash",
          )}
        >
          <span
            className={cx(
              "size-3.5 rounded-full transition duration-150",
              on ? "translate-x-4 bg-card" : "bg-ink-soft",
            )}
          />
        </span>
      </button>
    </form>
  );
}
