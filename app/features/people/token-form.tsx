import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { API_SCOPES } from "#app/domain/access/api-scopes.ts";
import type { AccountAnswer } from "./account-types.ts";
import type { TokenFields } from "./token-form-schema.ts";
import { scopeWords } from "./token-scopes.ts";

const EXPIRY_DAYS = [30, 90, 365] as const;
const DEFAULT_DAYS = 90;

/** A new token: its name, what it may do, how long it lives; then the token itself, once. */
export function TokenForm({
  answer,
  busy,
}: {
  answer: Extract<AccountAnswer, { intent: "tokens" }> | undefined;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(false);
  const [form, fields] = useForm<TokenFields, TokenFields, string[]>({
    id: "new-token",
    lastResult: answer?.result,
  });
  const created = answer?.created ?? null;
  if (created !== null && !dismissed)
    return <CreatedToken token={created.token} onDismiss={() => setDismissed(true)} />;
  const { key: _key, ...name } = getInputProps(fields.name, {
    type: "text",
    ariaAttributes: false,
  });
  const lacksScope = (fields.scopes.errors ?? []).length > 0;
  return (
    <Form
      {...getFormProps(form)}
      method="post"
      preventScrollReset
      className="mt-2 space-y-5 border-t border-line pt-4"
    >
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[2fr_1fr]">
        <Field
          {...name}
          label={t("tokens.name")}
          help={t("tokens.nameHelp")}
          required
          maxLength={100}
          autoComplete="off"
          errors={(fields.name.errors ?? [])
            .slice(0, 1)
            .map(() => t("validation.required", { field: t("tokens.name") }))}
        />
        <SelectField
          id="token-expiry"
          name="days"
          label={t("tokens.expiry")}
          defaultValue={DEFAULT_DAYS}
          options={EXPIRY_DAYS.map((days) => ({
            value: String(days),
            label: t("tokens.days", { count: days }),
          }))}
        />
      </div>
      <fieldset aria-describedby="token-scopes-help">
        <legend className="text-sm font-medium">{t("tokens.scopes")}</legend>
        <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
          {API_SCOPES.map((scope) => (
            <label key={scope} className="flex min-h-11 items-center gap-2.5 text-sm lg:min-h-8">
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                defaultChecked={scope === "read:series"}
                className="size-4 accent-(--ring)"
              />
              {t(`tokens.scope_${scopeWords(scope)}`)}
            </label>
          ))}
        </div>
        <p
          id="token-scopes-help"
          role={lacksScope ? "alert" : undefined}
          className={lacksScope ? "text-sm text-alarm" : "text-sm text-ink-faint"}
        >
          {t("tokens.scopesHelp")}
        </p>
      </fieldset>
      {(form.errors ?? []).length > 0 && (
        <p role="alert" className="text-sm text-alarm">
          {t("tokens.limit")}
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
