import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "./field.tsx";
import "./texts.ts";

/** A password with a switch that shows it. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "trailing">) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-label={shown ? t("passwordField.hide") : t("passwordField.show")}
          aria-pressed={shown}
          className="grid size-11 place-items-center rounded-control text-ink-faint hover:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      }
    />
  );
}
