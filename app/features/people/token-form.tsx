import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { API_SCOPES, type ApiScope } from "#app/domain/access/api-scopes.ts";
import { CheckGroup } from "#app/kit/controls/check-field.tsx";
import { CopyOnce } from "#app/kit/controls/copy-once.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { newApiToken, type CreatedToken } from "./api-token.ts";
import type { newServiceAccount } from "./service-account.ts";
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

type Props = {
  /** The page's action data, for who has no JavaScript. */
  answer: FormAnswer | undefined;
  /** What the page's action is asked for, and what it takes. */
  intent?: string;
  schema?: typeof newApiToken | typeof newServiceAccount;
};

/** A new token: its name, what it may do, how long it lives; then the token itself, once. */
export function TokenForm({ answer, intent = "create-token", schema = newApiToken }: Props) {
  const { t } = useTranslation();
  const sent = answer?.intent === intent ? (answer as FormAnswer<CreatedToken>) : undefined;
  const [created, setCreated] = useState(sent?.done ?? null);
  if (created !== null)
    return (
      <div className="mt-2">
        <CopyOnce
          title={t("tokens.createdTitle")}
          text={t("tokens.created")}
          label={t("tokens.value")}
          secret={created.token}
          onDismiss={() => setCreated(null)}
        />
      </div>
    );
  return (
    <ResourceForm<typeof newApiToken, CreatedToken>
      id="new-token"
      intent={intent}
      schema={schema}
      answer={sent}
      defaultValue={{
        name: "",
        scopes: [...DEFAULT_SCOPES],
        expires_in_days: String(DEFAULT_DAYS),
      }}
      submit={{ label: t("tokens.create"), busyLabel: t("tokens.creating"), tone: "quiet" }}
      onDone={setCreated}
      className="mt-2 space-y-5 border-t border-line pt-4"
    >
      {(form) => (
        <>
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[2fr_1fr]">
            <Field
              {...form.textProps("name", t("tokens.name"))}
              help={t("tokens.nameHelp")}
              autoComplete="off"
            />
            <SelectField
              {...form.fieldProps("expires_in_days", t("tokens.expiry"))}
              options={EXPIRY_DAYS.map((days) => ({
                value: String(days),
                label: t("tokens.days", { count: days }),
              }))}
            />
          </div>
          <CheckGroup
            id={`${form.id}-scopes`}
            name="scopes"
            label={t("tokens.scopes")}
            options={API_SCOPES.map((value) => ({ value, label: t(SCOPE_TEXTS[value]) }))}
            chosen={form.valuesOf("scopes")}
            help={t("tokens.scopesHelp")}
            errors={form.errorsOf("scopes", t("tokens.scopes"))}
          />
        </>
      )}
    </ResourceForm>
  );
}
