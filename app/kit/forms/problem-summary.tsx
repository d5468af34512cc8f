import { useTranslation } from "react-i18next";
import type { ContractForm } from "./use-contract-form.ts";
import "#app/kit/texts.ts";
import "./texts.ts";

/** What is wrong with a form, in words, beside its buttons: a line for each field, which leads there. */
export function ProblemSummary({ form }: { form: Pick<ContractForm, SummaryPart> }) {
  const { t } = useTranslation();
  if (!form.isUnmended) return null;
  const fields = form.fieldProblems();
  const hasEnded = form.formProblems.some(({ code }) => code === "session_ended");
  return (
    <div role="alert" className="min-w-0 flex-1 text-sm text-alarm">
      <p>
        {form.formErrors[0] ?? t("problems.summary")}{" "}
        {hasEnded && (
          <a href="/login" target="_blank" rel="noopener" className="font-medium underline">
            {t("kit.signInAgain")}
          </a>
        )}
      </p>
      {fields.length > 0 && (
        <ul className="mt-1">
          {fields.map(({ name, text }) => (
            <li key={name}>
              <a
                href={`#${form.id}-${name}`}
                className="flex min-h-11 items-center underline lg:min-h-7"
                onClick={(event) => {
                  event.preventDefault();
                  focusField(form.id, name);
                }}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
type SummaryPart = "id" | "isUnmended" | "formErrors" | "formProblems" | "fieldProblems";

function focusField(formId: string, name: string): void {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  const found = form.elements.namedItem(name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) field.focus();
}
