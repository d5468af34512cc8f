import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { DisplayStatus } from "#app/features/displays/display-screen.tsx";
import { findNewDisplay } from "#app/features/displays/displays.server.ts";
import { isWaiting } from "#app/features/displays/pairing.server.ts";
import { findDisplayVisit } from "#app/features/displays/display.page.server.ts";

/** Whether the screen that asks is paired, waits with a code that is still taken, or neither. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deps, token, found: known } = await findDisplayVisit({ request, context });
  const found = known ?? (await findNewDisplay(deps, token));
  const status: DisplayStatus =
    found !== null
      ? {
          state: "paired",
          settings: [
            found.display.locale,
            found.display.timeZone,
            ...found.display.facilityIds,
          ].join(" "),
        }
      : { state: (await isWaiting(deps, token)) ? "waiting" : "none" };
  return Response.json(status, { headers: { "Cache-Control": "no-store" } });
}
