import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerOutboxPage } from "~/http/local-outbox.server";

export const loader = ({ request, context }: LoaderFunctionArgs) => answerOutboxPage({ request, context });
