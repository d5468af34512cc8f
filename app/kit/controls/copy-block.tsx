import { Check, Copy } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import "#app/kit/texts.ts";

type Props = {
  title: string;
  text: string;
  /** As it is copied, line by line. */
  code: string;
  /** Beside the button that copies. */
  aside?: ReactNode;
};

/** Commands or a file to copy, read-only, with what it is for. */
export function CopyBlock({ title, text, code, aside }: Props) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<"yes" | "failed" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied("yes");
    } catch {
      // Without leave to write to the clipboard, or without HTTPS, it is selected and copied by hand.
      setCopied("failed");
    }
  };
  const Icon = copied === "yes" ? Check : Copy;
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-end gap-2">
        <div className="mr-auto max-w-3xl min-w-48 flex-1">
          <h3 className="text-sm font-semibold">{title}</h3>
          <p className="text-sm text-ink-soft">{text}</p>
        </div>
        <Button size="small" onClick={() => void copy()}>
          <Icon className="size-4" aria-hidden="true" />
          <span aria-live="polite">{copied === "yes" ? t("kit.copied") : t("kit.copy")}</span>
        </Button>
        {aside}
      </div>
      {copied === "failed" && (
        <p role="alert" className="mb-1 text-sm text-ink-soft">
          {t("kit.copyByHand")}
        </p>
      )}
      <textarea
        readOnly
        aria-label={title}
        value={code}
        rows={Math.min(24, code.split("\n").length + 1)}
        spellCheck={false}
        wrap="off"
        className="block w-full overflow-auto rounded-card border border-line bg-sunken p-3 font-mono text-xs leading-5"
      />
    </div>
  );
}
