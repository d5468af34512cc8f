import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerOutboxPage } from "#app/pages/local-outbox.server.ts";

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerOutboxPage({ request, context });
