import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { readAgainUnlessLost } from "./read-again.ts";

/**
 * The `shouldRevalidate` of a page whose question stands in its address and is answered by /v1: of what the page itself read,
 * another question changes nothing.
 */
export const readAgainForSameQuestion = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.currentUrl.pathname !== args.nextUrl.pathname ||
  (args.currentUrl.search === args.nextUrl.search && readAgainUnlessLost(args));
