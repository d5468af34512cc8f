import { data, redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen.tsx";

const KINDS = {
  "error-401": ["unauthorized", 401],
  "error-404": ["not_found", 404],
  "error-500": ["server", 500],
} as const;
const TITLES = {
  unauthorized: "errors.unauthorizedTitle",
  not_found: "errors.notFoundTitle",
  server: "errors.serverTitle",
} as const;
const isKind = (text: string): text is keyof typeof KINDS => Object.hasOwn(KINDS, text);

export function loader({ params }: LoaderFunctionArgs) {
  const { kind: wanted = "" } = params;
  if (!isKind(wanted)) return redirect("/errors/error-404");
  const [kind, status] = KINDS[wanted];
  return data({ kind, titleKey: TITLES[kind] }, { status });
}

export default function ErrorPage() {
  return <ErrorScreen kind={useLoaderData<typeof loader>().kind} />;
}
