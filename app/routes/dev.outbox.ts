import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerOutboxPage } from "#app/features/mail/outbox.page.server.ts";

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerOutboxPage({ request, context });
