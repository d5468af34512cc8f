import { Form } from "@remix-run/react";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { API_SCOPES, type ApiScope } from "#app/domain/access/api-scopes.ts";
import { useContractForm } from "#app/kit/forms/use-contract-form.ts";
import { newApiToken } from "./api-token.ts";
import type { TokenAnswer } from "./api-tokens.page.server.ts";
import "./texts.ts";

const EXPIRY_DAYS = [30, 90, 365] as const;
const DEFAULT_DAYS = 90;
const DEFAULT_SCOPES: readonly ApiScope[] = ["read:series"];

/** A colon divides namespaces in the keys of texts. */
export const SCOPE_TEXTS = {
  "read:machines": "tokens.scope_read_machines",
  "read:series": "tokens.scope_read_series",
  "read:organizations": "tokens.scope_read_organizations",
  "write:machines": "tokens.scope_write_machines",
  "write:samplers": "tokens.scope_write_samplers",
} as const satisfies Record<ApiScope, string>;

/** A new token: its name, what it may do, how long it lives; then the token itself, once. */
export function TokenForm({ answer, busy }: { answer: TokenAnswer | undefined; busy: boolean }) {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(false);
  const form = useContractForm({
    id: "new-token",
    schema: newApiToken,
    answer,
    defaultValue: { name: "", scopes: [...DEFAULT_SCOPES], expires_in_days: String(DEFAULT_DAYS) },
  });
  const token = answer?.done?.token ?? null;
  if (token !== null && !dismissed)
    return <CreatedToken token={token} onDismiss={() => setDismissed(true)} />;
  const scopeErrors = form.errorsOf("scopes", t("tokens.scopes"));
  const chosen = form.valuesOf("scopes");
  return (
    <Form
      {...form.formProps}
      method="post"
      preventScrollReset
      className="mt-2 space-y-5 border-t border-line pt-4"
    >
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[2fr_1fr]">
        <Field
          {...form.textProps("name", t("tokens.name"))}
          help={t("tokens.nameHelp")}
          autoComplete="off"
        />
        <SelectField
          id="token-expiry"
          name="expires_in_days"
          label={t("tokens.expiry")}
          defaultValue={form.valuesOf("expires_in_days")[0]}
          errors={form.errorsOf("expires_in_days", t("tokens.expiry"))}
          options={EXPIRY_DAYS.map((days) => ({
            value: String(days),
            label: t("tokens.days", { count: days }),
          }))}
        />
      </div>
      <fieldset
        aria-describedby={scopeErrors.length > 0 ? "token-scopes-errors" : "token-scopes-help"}
      >
        <legend className="text-sm font-medium">{t("tokens.scopes")}</legend>
        <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
          {API_SCOPES.map((scope) => (
            <label key={scope} className="flex min-h-11 items-center gap-2.5 text-sm lg:min-h-8">
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                defaultChecked={chosen.includes(scope)}
                className="size-4 accent-(--ring)"
              />
              {t(SCOPE_TEXTS[scope])}
            </label>
          ))}
        </div>
        <FieldErrors id="token-scopes" errors={scopeErrors} />
        {scopeErrors.length === 0 && (
          <p id="token-scopes-help" className="text-sm text-ink-faint">
            {t("tokens.scopesHelp")}
          </p>
        )}
      </fieldset>
      {form.isRefused && !busy && (
        <p role="alert" className="text-sm text-alarm">
          {form.formErrors[0] ?? t("problems.summary")}
        </p>
      )}
      <SubmitButton name="intent" value="create-token" busy={busy} busyText={t("tokens.creating")}>
        {t("tokens.create")}
      </SubmitButton>
    </Form>
  );
}

function CreatedToken({ token, onDismiss }: { token: string; onDismiss: () => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = () => {
    field.current?.select();
    void navigator.clipboard?.writeText(token).then(() => setCopied(true));
  };
  return (
    <div className="mt-2 rounded-card border border-go/40 bg-go-wash p-4">
      <h3 className="text-sm font-semibold">{t("tokens.createdTitle")}</h3>
      <p className="text-sm text-ink-soft" role="status">
        {t("tokens.created")}
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <input
          ref={field}
          readOnly
          value={token}
          aria-label={t("tokens.value")}
          onFocus={(event) => event.currentTarget.select()}
          className="h-10 min-w-0 flex-1 basis-72 rounded-control border border-line-strong bg-card px-3 font-mono text-sm lg:h-9"
        />
        <Button tone="primary" onClick={copy}>
          {copied ? (
            <Check className="size-4" aria-hidden="true" />
          ) : (
            <Copy className="size-4" aria-hidden="true" />
          )}
          <span aria-live="polite">{copied ? t("tokens.copied") : t("tokens.copy")}</span>
        </Button>
        <Button onClick={onDismiss}>{t("tokens.dismiss")}</Button>
      </div>
    </div>
  );
}
