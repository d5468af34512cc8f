import { Construction } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** An area that has its place and its guard, and will be filled: says what belongs here, and the way back. */
export function NotYet({
  children,
  to = "/dashboard",
  back,
}: {
  children: string;
  to?: string;
  back?: string;
}) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<Construction className="size-6" aria-hidden="true" />}
      title={t("notYet.title")}
      action={<ButtonLink to={to}>{back ?? t("notYet.back")}</ButtonLink>}
    >
      {children}
    </EmptyState>
  );
}
