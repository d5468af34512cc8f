import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerOutboxJson } from "#app/pages/local-outbox.server.ts";

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerOutboxJson({ request, context });
