import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import "#app/kit/texts.ts";

type Props = {
  title: string;
  /** That it is shown this once, and what it is for. */
  text: string;
  /** Of the field: "The new token". */
  label: string;
  secret: string;
  onDismiss: () => void;
};

/**
 * A key or token that is shown only once: selected, copied by a button, and hidden when the reader confirms having copied it.
 *
 *     <CopyOnce title={title} text={thatItIsShownOnce} label={label} secret={key} onDismiss={() => setKey(null)} />
 */
export function CopyOnce({ title, text, label, secret, onDismiss }: Props) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<"yes" | "failed" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      setCopied("yes");
    } catch {
      // Without leave to write to the clipboard, or without HTTPS: it is selected, and copied by hand.
      setCopied("failed");
    }
  };
  const Icon = copied === "yes" ? Check : Copy;
  return (
    <div className="w-full rounded-card border border-go/40 bg-go-wash p-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="text-sm text-ink-soft" role="status">
        {text}
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <input
          ref={field}
          readOnly
          value={secret}
          aria-label={label}
          onFocus={(event) => event.currentTarget.select()}
          className="h-11 min-w-0 flex-1 basis-72 rounded-control border border-line-strong bg-card px-3 font-mono text-sm lg:h-9"
        />
        <Button tone="primary" onClick={() => void copy()}>
          <Icon className="size-4" aria-hidden="true" />
          <span aria-live="polite">{copied === "yes" ? t("kit.copied") : t("kit.copy")}</span>
        </Button>
        <Button onClick={onDismiss}>{t("kit.haveCopied")}</Button>
      </div>
      {copied === "failed" && (
        <p role="alert" className="mt-2 text-sm text-ink-soft">
          {t("kit.copyByHand")}
        </p>
      )}
    </div>
  );
}
