import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { isBlank } from "#app/domain/one-line.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { commentAddress } from "./comment-address.ts";
import { CommentText } from "./comment-text.tsx";
import { commentForm } from "./comment.ts";
import type { Nameable } from "./mentions.ts";
import "./texts.ts";

type Props = {
  deviceId: number;
  /** IANA name, of the facility. */
  timezone: string;
  /** Whether it is known what follows; until then the form has not all its fields. */
  isReady: boolean;
  canKeepInside: boolean;
  /** Whom a comment may name. */
  people: readonly Nameable[];
  onPosted: () => void;
};

/** Where a comment is written; for the provider's staff with the choice who reads it. */
export function CommentBox({
  deviceId,
  timezone,
  isReady,
  canKeepInside,
  people,
  onPosted,
}: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  // Before the page is alive nobody knows what is typed, and the button is to work.
  const hydrated = useHydrated();
  const isEmpty = hydrated && isBlank(text);
  return (
    <ResourceForm
      id={`comment-${deviceId}`}
      intent="post"
      schema={commentForm}
      defaultValue={{ text: "" }}
      isReady={isReady}
      action={commentAddress(deviceId)}
      submit={{
        label: t("comments.post"),
        busyLabel: t("comments.posting"),
        off: isEmpty ? t("comments.writeFirst") : null,
      }}
      toast={{
        done: () => t("comments.posted"),
        failed: t("comments.postFailed"),
        durationMs: 3_000,
      }}
      onDone={() => {
        setText("");
        onPosted();
      }}
      className="space-y-3"
    >
      {(form) => {
        const visible = `${form.id}-visible`;
        return (
          <>
            <CommentText
              field={form.fieldProps("text", t("comments.text"))}
              timezone={timezone}
              people={people}
              isInside={() =>
                document.querySelector<HTMLInputElement>(`#${visible}`)?.checked === false
              }
              onText={setText}
            />
            {canKeepInside && (
              <SwitchField
                id={visible}
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
