import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/machines/${encodeURIComponent(params["id"] ?? "")}/overview`);
