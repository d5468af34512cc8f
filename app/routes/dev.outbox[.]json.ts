import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerOutboxJson } from "#app/features/mail/outbox.page.server.ts";

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerOutboxJson({ request, context });
