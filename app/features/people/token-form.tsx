import { Form } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { API_SCOPES, type ApiScope } from "#app/domain/access/api-scopes.ts";
import { CheckGroup } from "#app/kit/controls/check-field.tsx";
import { CopyOnce } from "#app/kit/controls/copy-once.tsx";
import { FormGuard } from "#app/kit/forms/form-guard.tsx";
import { useContractForm } from "#app/kit/forms/use-contract-form.ts";
import { newApiToken } from "./api-token.ts";
import type { TokenDone } from "./api-token.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import type { newServiceAccount } from "./service-account.ts";
import "./texts.ts";
import "#app/kit/forms/texts.ts";

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

type Props = {
  answer: FormAnswer<TokenDone> | undefined;
  busy: boolean;
  /** What the page's action is asked for, and what it takes. */
  intent?: string;
  schema?: typeof newApiToken | typeof newServiceAccount;
};

/** A new token: its name, what it may do, how long it lives; then the token itself, once. */
export function TokenForm({ answer, busy, intent = "create-token", schema = newApiToken }: Props) {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(false);
  const form = useContractForm({
    id: "new-token",
    schema,
    answer,
    defaultValue: { name: "", scopes: [...DEFAULT_SCOPES], expires_in_days: String(DEFAULT_DAYS) },
  });
  const token = answer?.done?.token ?? null;
  if (token !== null && !dismissed)
    return (
      <div className="mt-2">
        <CopyOnce
          title={t("tokens.createdTitle")}
          text={t("tokens.created")}
          label={t("tokens.value")}
          secret={token}
          onDismiss={() => setDismissed(true)}
        />
      </div>
    );
  return (
    <Form
      {...form.formProps}
      method="post"
      preventScrollReset
      className="mt-2 space-y-5 border-t border-line pt-4"
    >
      <FormGuard done={answer?.done} />
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
      <CheckGroup
        id="token-scopes"
        name="scopes"
        label={t("tokens.scopes")}
        options={API_SCOPES.map((value) => ({ value, label: t(SCOPE_TEXTS[value]) }))}
        chosen={form.valuesOf("scopes")}
        help={t("tokens.scopesHelp")}
        errors={form.errorsOf("scopes", t("tokens.scopes"))}
      />
      {form.isRefused && !busy && (
        <p role="alert" className="text-sm text-alarm">
          {form.formErrors[0] ?? t("problems.summary")}
        </p>
      )}
      <SubmitButton name="intent" value={intent} busy={busy} busyText={t("tokens.creating")}>
        {t("tokens.create")}
      </SubmitButton>
    </Form>
  );
}
