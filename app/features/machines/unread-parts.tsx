import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Failure } from "#app/kit/states/failure.tsx";
import type { UnreadPart } from "./machine-row.ts";
import "./texts.ts";

/** Above the list of machines: what of its page could not be read, and what asks again; nothing where all was. */
export function UnreadParts({ parts }: { parts: readonly UnreadPart[] }) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  if (parts.length === 0) return null;
  return (
    <Failure inline onRetry={revalidate} busy={state !== "idle"}>
      {parts.map((part) => t(`machines.unreadParts.${part}`)).join(". ")}
    </Failure>
  );
}
