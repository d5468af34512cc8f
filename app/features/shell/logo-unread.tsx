import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Toast } from "#app/components/ui/toast.tsx";
import "./texts.ts";

/** Says once that the customer's own logo could not be read, and why another one stands there. */
export default function LogoUnread() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return <Toast tone="alarm" text={t("logoUnread")} inPlace onClose={() => setOpen(false)} />;
}
