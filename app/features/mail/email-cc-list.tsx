import { Plus, Trash2 } from "lucide-react";
import { useEffect, useMemo, useState, type ChangeEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "@remix-run/react";
import { Field } from "#app/components/forms/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { isBlank } from "#app/domain/one-line.ts";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { emailCc, type EmailCc } from "./email-cc.ts";
import "./texts.ts";

const SIZES = [10, 15, 20] as const;
/** In the address: which entry is open. */
const OPEN = "entry";
const NEW = "new";
const PLACE = [OPEN] as const;

type Props = { copied: EmailCc[]; potentialEmails: string[] };

/** Who is copied on notification mails: a table, and a dialog for the entry that the address names. */
export function EmailCcList({ copied, potentialEmails }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const [deleting, setDeleting] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const columns = useMemo<TableColumn<EmailCc>[]>(
    () => [
      { key: "name", label: t("emailCcs.name"), value: (row) => row.name, isName: true },
      { key: "team", label: t("emailCcs.team"), value: (row) => row.team },
      { key: "email", label: t("emailCcs.email"), value: (row) => row.email },
    ],
    [t],
  );
  const asked = search.get(OPEN);
  const entry = copied.find(({ id }) => String(id) === asked) ?? null;
  const withEntry = (value: string | null): URLSearchParams => {
    const next = new URLSearchParams(search);
    if (value === null) next.delete(OPEN);
    else next.set(OPEN, value);
    return next;
  };
  const close = () => setSearch(withEntry(null), { preventScrollReset: true, replace: true });
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-soft">{t("emailCcs.lead")}</p>
      <DataTable
        caption={t("emailCcs.title")}
        columns={columns}
        rows={copied}
        rowId={(row) => String(row.id)}
        link={(row) => ({
          to: `?${withEntry(String(row.id)).toString()}`,
          preventScrollReset: true,
        })}
        sizes={SIZES}
        size={SIZES[0]}
        empty={t("emailCcs.none")}
        aside={
          <Button
            tone="primary"
            size="small"
            onClick={() => setSearch(withEntry(NEW), { preventScrollReset: true })}
          >
            <Plus className="size-4" aria-hidden="true" />
            {t("emailCcs.add")}
          </Button>
        }
      />
      <FormDialog
        open={entry !== null || asked === NEW}
        onClose={close}
        title={t(entry === null ? "emailCcs.add" : "emailCcs.change")}
        id={entry === null ? "new-email-cc" : `email-cc-${entry.id}`}
        intent={entry === null ? "add" : "change"}
        params={PLACE}
        schema={emailCc}
        hidden={entry === null ? {} : { id: entry.id }}
        defaultValue={{
          name: entry?.name ?? "",
          team: entry?.team ?? "",
          email: entry?.email ?? "",
        }}
        submit={{ label: t("emailCcs.save"), off: isWhole ? null : t("emailCcs.fillIn") }}
        toast={{ done: () => t("emailCcs.saved") }}
      >
        {(form) => (
          <>
            <EmailCcFields
              form={form}
              entry={entry}
              potentialEmails={potentialEmails}
              onWhole={setWhole}
            />
            {entry !== null && (
              <Button tone="bare" onClick={() => setDeleting(true)}>
                <Trash2 className="size-4" aria-hidden="true" />
                {t("emailCcs.delete")}
              </Button>
            )}
          </>
        )}
      </FormDialog>
      <ConfirmDialog
        open={deleting && entry !== null}
        onClose={() => setDeleting(false)}
        onDone={close}
        title={t("emailCcs.deleteTitle", { name: entry?.name ?? "" })}
        text={t("emailCcs.deleteText")}
        confirm={{ label: t("emailCcs.delete") }}
        intent="delete"
        hidden={{ id: entry?.id ?? 0 }}
        toast={{ done: () => t("emailCcs.deleted") }}
      />
    </div>
  );
}

type FieldsProps = {
  form: ResourceFormState<typeof emailCc>;
  /** null: a new one. */
  entry: EmailCc | null;
  potentialEmails: readonly string[];
  /** Told whether all fields are filled in. */
  onWhole: (isWhole: boolean) => void;
};

function EmailCcFields({ form, entry, potentialEmails, onWhole }: FieldsProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({
    name: entry?.name ?? "",
    team: entry?.team ?? "",
    email: entry?.email ?? "",
  });
  const isWhole = Object.values(typed).every((text) => !isBlank(text));
  useEffect(() => onWhole(isWhole), [onWhole, isWhole]);
  const remember = (name: keyof typeof typed) => (event: ChangeEvent<HTMLInputElement>) =>
    setTyped({ ...typed, [name]: event.currentTarget.value });
  return (
    <>
      <Field
        {...form.textProps("name", t("emailCcs.name"))}
        required
        maxLength={100}
        onChange={remember("name")}
      />
      <Field
        {...form.textProps("team", t("emailCcs.team"))}
        required
        maxLength={100}
        onChange={remember("team")}
      />
      <Field
        {...form.textProps("email", t("emailCcs.email"))}
        type="email"
        required
        list="potential-emails"
        autoComplete="off"
        onChange={remember("email")}
      />
      <datalist id="potential-emails">
        {potentialEmails.map((email) => (
          <option key={email} value={email} />
        ))}
      </datalist>
    </>
  );
}
