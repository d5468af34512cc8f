import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { commentAddress } from "./comment-address.ts";
import { commentForm, MAX_COMMENT_LENGTH } from "./comment.ts";
import "./texts.ts";

type Props = { deviceId: number; canKeepInside: boolean; onPosted: () => void };

/** Where a comment is written; for the provider's staff with the choice who reads it. */
export function CommentBox({ deviceId, canKeepInside, onPosted }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  // Before the page is alive nobody knows what is typed, and the button is to work.
  const hydrated = useHydrated();
  const isBlank = hydrated && text.trim() === "";
  return (
    <ResourceForm
      id={`comment-${deviceId}`}
      intent="post"
      schema={commentForm}
      defaultValue={{ text: "" }}
      action={commentAddress(deviceId)}
      submit={{
        label: t("comments.post"),
        busyLabel: t("comments.posting"),
        off: isBlank ? t("comments.writeFirst") : null,
      }}
      toast={{ done: () => t("comments.posted") }}
      onDone={() => {
        setText("");
        onPosted();
      }}
      className="space-y-3"
    >
      {(form) => {
        const { label, errors, ...field } = form.fieldProps("text", t("comments.text"));
        return (
          <>
            <div>
              <label htmlFor={field.id} className="mb-1.5 block text-sm font-medium">
                {label}
              </label>
              <textarea
                {...field}
                rows={3}
                maxLength={MAX_COMMENT_LENGTH}
                aria-invalid={errors.length > 0 || undefined}
                aria-describedby={`${errors.length > 0 ? `${field.id}-errors ` : ""}${field.id}-help`}
                onChange={(event) => setText(event.target.value)}
                className="w-full rounded-control border border-line-strong bg-card px-3 py-2 text-md text-ink hover:border-ink-faint focus-visible:outline-offset-0 lg:text-sm"
              />
              <FieldErrors id={field.id} errors={errors} />
              <p id={`${field.id}-help`} className="mt-1.5 text-sm text-ink-faint">
                {t("comments.textHelp")}
              </p>
            </div>
            {canKeepInside && (
              <SwitchField
                id={`${form.id}-visible`}
                name="is_public"
                label={t("comments.visible")}
                help={t("comments.visibleHelp")}
                defaultChecked
              />
            )}
          </>
        );
      }}
    </ResourceForm>
  );
}
