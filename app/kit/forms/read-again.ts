import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** The status of an answer that the browser made itself (keep-typed.ts). */
export const LOST = 503;

/** The `shouldRevalidate` of a route with forms, and of those around it: what could not be sent could not be read again either. */
export const readAgainUnlessLost = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus !== LOST && defaultShouldRevalidate;
