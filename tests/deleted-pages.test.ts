/**
 * What a form deletes with its page is read by no route any more, also where the live channel said first that something was
 * changed: the page would be gone, with the form that leads to the list, before the form is answered.
 */
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { expect, it } from "vitest";
import { frameOfNow } from "#app/features/shell/frame-of-now.ts";
import { DELETE_AND_LEAVE, LOST } from "#app/kit/forms/read-again.ts";

type Module = { shouldRevalidate?: ShouldRevalidateFunction };
/** Where a form deletes its page, and around it. */
const modules = import.meta.glob<Module>(
  [
    "../app/routes/_app.machines.$id{,.configuration}/route.tsx",
    "../app/routes/_app.customers.$customerId{,.?details?,.*Id}/route.tsx",
    "../app/routes/_app.admin{,.users.$userId}/route.tsx",
  ],
  { eager: true },
);

const url = new URL("https://helios.example/machines/1/configuration");
const args = {
  ...{ currentUrl: url, nextUrl: url, currentParams: {}, nextParams: {} },
  ...{ formMethod: "POST" as const, formAction: url.pathname, defaultShouldRevalidate: true },
};

const whoReads = (answer: { actionStatus: number; actionResult: unknown }): string[] =>
  Object.entries(modules)
    .filter(([, { shouldRevalidate }]) => shouldRevalidate?.({ ...args, ...answer }))
    .map(([path]) => path.replace(/^.*routes\/(.*)\/route.tsx$/, "$1"));

it("is read again by none of its routes once it is deleted, or when nothing was sent", () => {
  frameOfNow.change();
  const answer = { intent: DELETE_AND_LEAVE, id: null, result: {} };
  const deleted = { actionStatus: 200, actionResult: { ...answer, done: { id: 1 } } };
  expect(whoReads(deleted)).toEqual([]);
  expect(whoReads({ actionStatus: LOST, actionResult: answer })).toEqual([]);
});

it("is read again when it was refused to delete it, and what is around it too", () => {
  frameOfNow.change();
  const refused = { intent: DELETE_AND_LEAVE, id: null, result: {}, done: null };
  const reading = whoReads({ actionStatus: 409, actionResult: refused });
  expect(reading.toSorted()).toEqual([
    "_app.admin",
    "_app.admin.users.$userId",
    "_app.customers.$customerId",
    "_app.customers.$customerId.(details)",
    "_app.customers.$customerId.facilities.$facilityId",
    "_app.customers.$customerId.users.$userId",
    "_app.machines.$id",
    "_app.machines.$id.configuration",
  ]);
});
