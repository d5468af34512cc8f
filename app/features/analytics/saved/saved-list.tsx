import "#app/features/analytics/texts.ts";
import { Link } from "@remix-run/react";
import { Save } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyLink } from "#app/features/analytics/copy-link.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/kit/chip.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import { newSavedQuestion, type SavedQuestion } from "./saved-question.ts";

const TOAST_MS = 3_000;
/** Where the forms of a machine's saved questions are sent. */
const formAddress = (deviceId: number): string => `/machines/${deviceId}/question_forms`;

type Props = {
  deviceId: number;
  /** null: they could not be read. */
  saved: readonly SavedQuestion[] | null;
  /** The query of what is shown now; null: nothing that could be saved. */
  search: string | null;
};

/** The machine's saved questions with their short links, and the way to save what is shown. */
export function SavedList({ deviceId, saved, search }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isSaving, setIsSaving] = useState(false);
  const [going, setGoing] = useState<SavedQuestion | null>(null);
  return (
    <section
      aria-label={t("analytics.savedTitle")}
      className="rounded-card border border-line bg-card p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium">{t("analytics.savedTitle")}</h2>
        <Button
          size="small"
          disabled={search === null}
          aria-describedby={search === null ? `${id}-off` : undefined}
          onClick={() => setIsSaving(true)}
        >
          <Save className="size-4 text-ink-faint" aria-hidden="true" />
          {t("analytics.save")}
        </Button>
      </div>
      {search === null && (
        <p id={`${id}-off`} className="text-right text-xs text-ink-faint">
          {t("analytics.saveNeeds")}
        </p>
      )}
      {saved === null ? (
        <p className="mt-2 text-sm text-ink-soft">{t("analytics.savedUnread")}</p>
      ) : saved.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">{t("analytics.savedNone")}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {saved.map((question) => (
            <li
              key={question.id}
              className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 py-1.5 max-lg:gap-y-0"
            >
              <Link
                to={`/machines/${deviceId}/analytics?${question.search}`}
                className="min-w-0 basis-full text-sm break-words max-lg:py-3 text-calm hover:underline"
              >
                {question.name}
              </Link>
              <span className="flex min-w-0 basis-full flex-wrap items-center gap-x-2">
                <Chip>{t(question.isShared ? "analytics.savedShared" : "analytics.savedOwn")}</Chip>
                {question.userName !== null && (
                  <span className="text-xs text-ink-faint">{question.userName}</span>
                )}
              </span>
              <CopyLink
                path={question.path}
                label={t("analytics.copyLinkOf", { name: question.name })}
              />
              {question.canDelete && (
                <Button
                  tone="bare"
                  size="small"
                  aria-label={t("analytics.savedDeleteOf", { name: question.name })}
                  onClick={() => setGoing(question)}
                >
                  {t("analytics.savedDelete")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <FormDialog
        open={isSaving}
        onClose={() => setIsSaving(false)}
        title={t("analytics.saveTitle")}
        lead={t("analytics.saveLead")}
        id="save-question"
        intent="save"
        schema={newSavedQuestion}
        hidden={{ search: search ?? "" }}
        action={formAddress(deviceId)}
        defaultValue={{ name: "" }}
        submit={{ label: t("analytics.save") }}
        toast={{ done: () => t("analytics.savedNow"), durationMs: TOAST_MS }}
      >
        {(form) => (
          <>
            <Field {...form.textProps("name", t("analytics.saveName"))} required maxLength={100} />
            <SwitchField
              id={`${form.id}-shared`}
              name="is_shared"
              label={t("analytics.saveShared")}
              help={t("analytics.saveSharedHelp")}
            />
          </>
        )}
      </FormDialog>
      <ConfirmDialog
        open={going !== null}
        onClose={() => setGoing(null)}
        title={t("analytics.savedDeleteTitle", { name: going?.name ?? "" })}
        text={t("analytics.savedDeleteText")}
        confirm={{ label: t("analytics.savedDelete") }}
        intent="delete"
        hidden={{ id: going?.id ?? 0 }}
        action={formAddress(deviceId)}
        toast={{ done: () => t("analytics.savedDeleted"), durationMs: TOAST_MS }}
      />
    </section>
  );
}
