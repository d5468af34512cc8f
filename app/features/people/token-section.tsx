import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useTimeIn } from "#app/components/use-time-in.ts";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import type { ApiToken } from "./api-token.ts";
import { SCOPE_TEXTS, TokenForm } from "./token-form.tsx";
import "./texts.ts";

type Props = {
  tokens: readonly ApiToken[];
  timeZone: string | null;
  nowMs: number;
  /** Of the form that makes one, for who has no JavaScript. */
  answer: FormAnswer | undefined;
};

/** Tokens for scripts and BI tools: make one, see it once, take it back. */
export function TokenSection({ tokens, timeZone, nowMs, answer }: Props) {
  const { t } = useTranslation();
  const time = useTimeIn(timeZone);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("tokens.title")}</h2>
      <p className="mt-0.5 text-sm text-ink-faint">{t("tokens.text")}</p>
      {tokens.length === 0 ? (
        <p className="mt-3 text-sm text-ink-soft">{t("tokens.empty")}</p>
      ) : (
        <ul data-rows className="mt-3">
          {tokens.map((token) => (
            <li
              key={token.id}
              className="flex items-center gap-3 border-b border-line py-2.5 last:border-0"
            >
              <KeyRound className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="text-sm font-medium break-words">{token.name}</p>
                <p className="text-sm text-ink-soft">
                  {token.scopes.map((scope) => t(SCOPE_TEXTS[scope])).join(", ")}
                </p>
                <p className="text-sm text-ink-faint first-letter:uppercase">
                  {t(token.expiresAt <= nowMs ? "tokens.expired" : "tokens.expires", {
                    time: time(token.expiresAt),
                  })}
                  {" · "}
                  {token.lastUsedAt === null
                    ? t("tokens.neverUsed")
                    : t("tokens.lastUsed", { time: time(token.lastUsedAt) })}
                </p>
              </div>
              <Button
                onClick={() => setRevoking(token)}
                aria-label={`${t("tokens.revoke")} ${token.name}`}
              >
                {t("tokens.revoke")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TokenForm answer={answer} />
      <ConfirmDialog
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t("tokens.revokeTitle", { name: revoking?.name ?? "" })}
        text={t("tokens.revokeText")}
        confirm={{ label: t("tokens.revoke") }}
        keep={t("tokens.keep")}
        intent="revoke-token"
        hidden={{ id: revoking?.id ?? 0 }}
        toast={{ done: () => t("tokens.revoked", { name: revoking?.name ?? "" }) }}
      />
    </Card>
  );
}
