import { useTranslation } from "react-i18next";
import ReadAgainButton from "#app/components/read-again-button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import "./texts.ts";

/** Above the list: how many machines could not be read, and what asks again. */
export default function UnreadNote({ machines }: { machines: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <p className="flex items-center gap-2 text-sm font-medium text-warn">
      {`${t("machines.unread")}: ${number(machines)}`}
      <ReadAgainButton />
    </p>
  );
}
