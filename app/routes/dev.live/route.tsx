import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DocumentFailure } from "#app/components/layout/page-failure.tsx";
import { LiveBoard } from "#app/features/kit/live-board.tsx";
import { getDeps } from "#app/platform/context.server.ts";

/** Many live values on one page, to measure the live client by. In local mode only; anywhere else it does not exist. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { env, now } = getDeps(context);
  if (env.HELIOS_MODE !== "local") throw new Response("Not found", { status: 404 });
  const { searchParams } = new URL(request.url);
  return {
    deviceId: Number(searchParams.get("device")),
    prefix: searchParams.get("prefix") ?? "",
    metrics: Math.min(2_000, Number(searchParams.get("metrics"))),
    windowMs: Number(searchParams.get("window") ?? 60) * 60_000,
    nowMs: now,
  };
}

export default function LivePage() {
  return <LiveBoard {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = DocumentFailure;
