import { useRevalidator } from "@remix-run/react";
import type { ContractForm } from "./use-contract-form.ts";

/**
 * Whether what a form is about is not there any more, as its answer says or as is known already (`isKnown`), and how it is
 * left then: closed, and the page read again, which still shows it.
 */
export function useGone(
  form: Pick<ContractForm, "formProblems">,
  onClose: () => void,
  isKnown = false,
): [isGone: boolean, leave: () => void] {
  const { revalidate } = useRevalidator();
  const isGone = isKnown || form.formProblems.some(({ code }) => code === "gone");
  return [
    isGone,
    () => {
      onClose();
      void revalidate();
    },
  ];
}
