import "./texts.ts";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { annotationAddress } from "./annotation-address.ts";
import type { AnnotationJson } from "./annotation.ts";

const TOAST_MS = 3_000;

type Props = {
  deviceId: number;
  open: boolean;
  annotation: AnnotationJson | null;
  onClose: () => void;
  onDone: () => void;
};

/** Asks before a note goes. */
export default function DeleteAnnotation({ deviceId, open, annotation, onClose, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onDone={onDone}
      title={t("annotations.deleteTitle")}
      text={t("annotations.deleteText")}
      goes={annotation === null || annotation.text === "" ? [] : [annotation.text]}
      confirm={{ label: t("annotations.delete") }}
      intent="delete"
      hidden={{ id: annotation?.id ?? 0 }}
      action={annotationAddress(deviceId)}
      toast={{ done: () => t("annotations.deleted"), durationMs: TOAST_MS }}
    />
  );
}
