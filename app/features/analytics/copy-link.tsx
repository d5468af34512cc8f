import "./texts.ts";
import { Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";

const TOLD_MS = 3_000;

/** Copies the page's address, and says so for three seconds. */
export function CopyLink() {
  const { t } = useTranslation();
  const [told, setTold] = useState<"copied" | "notCopied" | null>(null);
  useEffect(() => {
    if (told === null) return;
    const timer = setTimeout(() => setTold(null), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setTold("copied");
    } catch {
      setTold("notCopied");
    }
  }
  return (
    <span className="relative inline-flex">
      <Button size="small" onClick={() => void copy()}>
        <Link2 className="size-4 text-ink-faint" aria-hidden="true" />
        {t("analytics.copyLink")}
      </Button>
      <span role="status" className="absolute top-full right-0 z-10 mt-1.5">
        {told !== null && (
          <span className="block w-max max-w-64 rounded-control bg-ink px-2.5 py-1.5 text-xs text-card">
            {t(`analytics.${told}`)}
          </span>
        )}
      </span>
    </span>
  );
}
