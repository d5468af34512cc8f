import { useLocation } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { CONSENT_COOKIE, CONSENT_GIVEN, preferenceCookie } from "#app/domain/preferences.ts";
import { PRIVACY_URL } from "#app/domain/support.ts";

/**
 * Which cookies are kept, until the reader agrees. Above the page, which it does not cover, and before it in the HTML: a page
 * that is drawn before all of it is there would move down when the notice comes. Only the way past both is before it.
 */
export function CookieBanner() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const [agreed, setAgreed] = useState(false);
  const agree = (event: FormEvent) => {
    event.preventDefault();
    document.cookie = preferenceCookie(
      CONSENT_COOKIE,
      CONSENT_GIVEN,
      window.location.protocol === "https:",
    );
    setAgreed(true);
  };
  if (agreed) return null;
  return (
    <section
      aria-label={t("cookies.label")}
      className="order-first border-b border-line bg-card print:hidden"
    >
      <div className="mx-auto flex max-w-[1600px] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 lg:px-6">
        <p className="min-w-60 flex-1 text-sm text-ink-soft">
          {t("cookies.text")}{" "}
          <a
            href={PRIVACY_URL}
            target="_blank"
            rel="noreferrer"
            aria-label={`${t("cookies.privacy")} (${t("nav.opensNewTab")})`}
            className="font-medium text-ink underline max-lg:finger-line"
          >
            {t("cookies.privacy")}
          </a>
        </p>
        <form method="post" action="/preferences" onSubmit={agree}>
          <input type="hidden" name="redirect" value={pathname + search} />
          <Button type="submit" name="cookies" value={CONSENT_GIVEN}>
            {t("cookies.agree")}
          </Button>
        </form>
      </div>
    </section>
  );
}
