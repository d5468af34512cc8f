import { data, redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen.tsx";

const KINDS = {
  "error-401": ["unauthorized", 401],
  "error-404": ["not_found", 404],
  "error-500": ["server", 500],
} as const;

export function loader({ params }: LoaderFunctionArgs) {
  const page = KINDS[params["kind"] as keyof typeof KINDS];
  if (page === undefined) return redirect("/errors/error-404");
  const [kind, status] = page;
  return data({ kind }, { status });
}

export default function ErrorPage() {
  return <ErrorScreen kind={useLoaderData<typeof loader>().kind} />;
}
