import { useActionData } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { useTimeIn } from "#app/components/use-time-in.ts";
import type { CreatedToken } from "./api-token.ts";
import { SCOPE_TEXTS, TokenForm } from "./token-form.tsx";
import { CopyOnce } from "#app/kit/controls/copy-once.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { newServiceAccount, type ServiceAccount } from "./service-account.ts";
import "./texts.ts";

type Props = {
  accounts: readonly ServiceAccount[];
  /** The page of the customer's people. */
  peoplePath: string;
  ownZone: string | null;
  nowMs: number;
};
type Asked = { act: "end" | "rotate"; account: ServiceAccount };

/** Tokens for a customer's programs: make one, see it once, replace it, end it. */
export function ServiceAccountsPanel({ accounts, peoplePath, ownZone, nowMs }: Props) {
  const { t } = useTranslation();
  const answer = useActionData<FormAnswer>();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [rotated, setRotated] = useState<CreatedToken | null>(null);
  const name = asked?.account.name ?? "";
  const hidden = { id: asked?.account.id ?? "" };
  return (
    <Card as="section" className="mb-6 p-4 lg:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-md font-semibold">{t("services.title")}</h2>
          <p className="mt-0.5 text-sm text-ink-faint">{t("services.text")}</p>
        </div>
        <ButtonLink to={peoplePath}>{t("services.people")}</ButtonLink>
      </div>
      {rotated !== null && (
        <div className="mt-3">
          <CopyOnce
            title={t("services.rotatedTitle", { name: rotated.name })}
            text={t("services.rotatedText")}
            label={t("tokens.value")}
            secret={rotated.token}
            onDismiss={() => setRotated(null)}
          />
        </div>
      )}
      {accounts.length === 0 ? (
        <p className="mt-3 text-sm text-ink-soft">{t("services.empty")}</p>
      ) : (
        <ul data-rows className="mt-3">
          {accounts.map((account) => (
            <Account
              key={account.id}
              account={account}
              ownZone={ownZone}
              nowMs={nowMs}
              onAsk={(act) => setAsked({ act, account })}
            />
          ))}
        </ul>
      )}
      <TokenForm answer={answer} intent="create-service" schema={newServiceAccount} />
      <ConfirmDialog<CreatedToken>
        open={asked?.act === "rotate"}
        onClose={() => setAsked(null)}
        title={t("services.rotateTitle", { name })}
        text={t("services.rotateText")}
        confirm={{ label: t("services.rotate") }}
        intent="rotate-service"
        hidden={hidden}
        onDone={setRotated}
      />
      <ConfirmDialog
        open={asked?.act === "end"}
        onClose={() => setAsked(null)}
        title={t("services.endTitle", { name })}
        text={t("services.endText")}
        confirm={{ label: t("services.end") }}
        intent="end-service"
        hidden={hidden}
        toast={{ done: () => t("services.ended", { name }) }}
      />
    </Card>
  );
}

function Account({
  account,
  ownZone,
  nowMs,
  onAsk,
}: {
  account: ServiceAccount;
  ownZone: string | null;
  nowMs: number;
  onAsk: (act: Asked["act"]) => void;
}) {
  const { t } = useTranslation();
  const time = useTimeIn(ownZone);
  const { name, scopes, expiresAt, lastUsedAt, previousUntil } = account;
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-2.5 last:border-0">
      <KeyRound className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="text-sm text-ink-soft">
          {scopes.map((scope) => t(SCOPE_TEXTS[scope])).join(", ")}
        </p>
        <p className="text-sm text-ink-faint first-letter:uppercase">
          {t(expiresAt <= nowMs ? "tokens.expired" : "tokens.expires", { time: time(expiresAt) })}
          {" · "}
          {lastUsedAt === null
            ? t("tokens.neverUsed")
            : t("tokens.lastUsed", { time: time(lastUsedAt) })}
        </p>
        {previousUntil !== null && previousUntil > nowMs && (
          <p className="text-sm text-warn">
            {t("services.previousUntil", { time: time(previousUntil) })}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button onClick={() => onAsk("rotate")} aria-label={`${t("services.rotate")} ${name}`}>
          {t("services.rotate")}
        </Button>
        <Button onClick={() => onAsk("end")} aria-label={`${t("services.end")} ${name}`}>
          {t("services.end")}
        </Button>
      </div>
    </li>
  );
}
