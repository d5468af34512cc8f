import { Form, useNavigation } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { ApiToken } from "./api-token.ts";
import type { TokenAnswer } from "./api-tokens.page.server.ts";
import { SCOPE_TEXTS, TokenForm } from "./token-form.tsx";
import { useTimeIn } from "#app/components/use-time-in.ts";
import "./texts.ts";

type Props = {
  tokens: readonly ApiToken[];
  timeZone: string | null;
  nowMs: number;
  answer: TokenAnswer | undefined;
};

/** Tokens for scripts and BI tools: make one, see it once, take it back. */
export function TokenSection({ tokens, timeZone, nowMs, answer }: Props) {
  const { t } = useTranslation();
  const time = useTimeIn(timeZone);
  const busy = useNavigation().formData?.get("intent");
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  useEffect(() => setRevoking(null), [answer]);
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("tokens.title")}</h2>
      <p className="mt-0.5 text-sm text-ink-faint">{t("tokens.text")}</p>
      {tokens.length === 0 ? (
        <p className="mt-3 text-sm text-ink-soft">{t("tokens.empty")}</p>
      ) : (
        <ul className="mt-3">
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
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {answer?.done?.token === null && t("tokens.revoked", { name: answer.done.name })}
      </p>
      <TokenForm
        key={answer?.done?.token ?? "new"}

        answer={answer?.intent === "create-token" ? answer : undefined}
        busy={busy === "create-token"}
      />
      <Dialog
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        role="alertdialog"
        title={t("tokens.revokeTitle", { name: revoking?.name ?? "" })}
        description={t("tokens.revokeText")}
        actions={
          <>
            <Button autoFocus onClick={() => setRevoking(null)}>
              {t("tokens.keep")}
            </Button>
            <Form method="post" preventScrollReset className="contents">
              <input type="hidden" name="id" value={revoking?.id ?? ""} />
              <input type="hidden" name="name" value={revoking?.name ?? ""} />
              <SubmitButton
                name="intent"
                value="revoke-token"
                tone="danger"
                busy={busy === "revoke-token"}
              >
                {t("tokens.revoke")}
              </SubmitButton>
            </Form>
          </>
        }
      />
    </Card>
  );
}
