import { redirect } from "@remix-run/cloudflare";

/** Any unknown path (spec 000 §2). */
export const loader = () => redirect("/errors/error-404");
export const action = loader;
