import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandlerContext,
} from "react-router-dom/server";
import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { usePageTitle } from "./use-page-title.ts";

function Titles() {
  return <>{`${usePageTitle()} / ${usePageTitle(true)}`}</>;
}

/** A machine's page with a tab inside it. */
async function titlesOf(tab: object, locale: "en" | "es" = "en"): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([
    {
      path: "/",
      loader: () => ({ title: "FFG 1" }),
      children: [{ index: true, element: <Titles />, handle: tab }],
    },
  ]);
  const context = (await query(new Request("http://helios/"))) as StaticHandlerContext;
  const router = createStaticRouter(dataRoutes, context);
  return draw(<StaticRouterProvider router={router} context={context} hydrate={false} />, locale);
}

it("is called by what it is about, in a tab of the browser with the part of it that is seen", async () => {
  const tab = { partKey: "crumbs.events" };
  expect(await titlesOf(tab)).toBe("FFG 1 / Events · FFG 1");
  expect(await titlesOf(tab, "es")).toBe("FFG 1 / Eventos · FFG 1");
  expect(await titlesOf({})).toBe("FFG 1 / FFG 1");
  // Of its own, as a measure's.
  const named = (_: object, { language }: { language: string }) => `Speed (${language})`;
  expect(await titlesOf({ ...tab, partOf: named }, "es")).toBe("FFG 1 / Speed (es) · FFG 1");
  expect(await titlesOf({ ...tab, partOf: () => undefined })).toBe("FFG 1 / Events · FFG 1");
});
