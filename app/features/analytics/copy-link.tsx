import "./texts.ts";
import { Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";

const TOLD_MS = 3_000;

type Props = {
  /** Below Helios' own address; without it the page's. */
  path?: string;
  /** Of the button, where "copy link" does not say which. */
  label?: string;
};

/** Copies an address, and says so for three seconds. */
export function CopyLink({ path, label }: Props) {
  const { t } = useTranslation();
  const [told, setTold] = useState<"copied" | "notCopied" | null>(null);
  useEffect(() => {
    if (told === null) return;
    const timer = setTimeout(() => setTold(null), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);
  async function copy() {
    try {
      const address = path === undefined ? window.location.href : window.location.origin + path;
      await navigator.clipboard.writeText(address);
      setTold("copied");
    } catch {
      setTold("notCopied");
    }
  }
  return (
    <span className="relative inline-flex">
      <Button
        size="small"
        tone={path === undefined ? "quiet" : "bare"}
        aria-label={label}
        onClick={() => void copy()}
      >
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
