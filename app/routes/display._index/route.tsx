import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useCallback, useState } from "react";
import { showPairingCode } from "#app/domain/access/display.ts";
import { AppError } from "#app/domain/errors.ts";
import { loadWall } from "#app/features/dashboard/load-wall.server.ts";
import { Slideshow } from "#app/features/dashboard/slideshow-screen.tsx";
import { drawnWhole } from "#app/features/dashboard/whole-wall.ts";
import {
  DisplayLife,
  PairingScreen,
  WaitingScreen,
} from "#app/features/displays/display-screen.tsx";
import { findCustomerLogo } from "#app/features/organizations/find-customer-logo.server.ts";
import { startPairing } from "#app/features/displays/pairing.server.ts";
import { displayHeaders, findDisplayVisit } from "#app/features/displays/display.page.server.ts";
import "#app/features/displays/texts.ts";

export const handle = { titleKey: "display.title" };

export const links = () => [drawnWhole];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deps, token, found } = await findDisplayVisit({ request, context });
  const site = { env: deps.env, request };
  if (found !== null && token !== null) {
    const own = { ...deps, actor: found.actor };
    const [fleet, { logo }] = await Promise.all([loadWall(own), findCustomerLogo(own, own.actor)]);
    return data(
      { screen: "paired" as const, fleet: { ...fleet, logo, timezone: found.display.timeZone } },
      { headers: displayHeaders(site, token) },
    );
  }
  try {
    const pairing = await startPairing(deps, token);
    const host = new URL(deps.publicOrigin || request.url).host;
    return data(
      { screen: "code" as const, code: showPairingCode(pairing.code), host },
      { headers: displayHeaders(site, pairing.token) },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "too_many_requests") throw error;
    return data({ screen: "busy" as const }, { status: 429, headers: error.headers });
  }
}

/** A screen loads its page anew when something changed; nothing else fetches it. */
export const shouldRevalidate = () => false;

export default function DisplayPage() {
  const shown = useLoaderData<typeof loader>();
  switch (shown.screen) {
    case "paired":
      return <PairedScreen first={shown.fleet} />;
    case "code":
      return <PairingScreen code={shown.code} host={shown.host} />;
    case "busy":
      return <WaitingScreen why="busy" />;
  }
}

type Fleet = Parameters<typeof Slideshow>[0]["fleet"];

/** The slideshow; what cannot be fetched anew stays as it is. */
function PairedScreen({ first }: { first: Fleet }) {
  const [fleet, setFleet] = useState(first);
  const refresh = useCallback(() => {
    void readFleet().then((next) => next && setFleet(next));
  }, []);
  return (
    <Slideshow fleet={fleet} onRefresh={refresh} isDisplay>
      <DisplayLife />
    </Slideshow>
  );
}

async function readFleet(): Promise<Fleet | null> {
  try {
    const answer = await fetch("/display/fleet", { cache: "no-store" });
    return answer.ok ? ((await answer.json()) as Fleet) : null;
  } catch {
    return null;
  }
}

export function ErrorBoundary() {
  return <WaitingScreen why="failed" />;
}
