import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerOutboxJson } from "~/http/local-outbox.server";

export const loader = ({ context }: LoaderFunctionArgs) => answerOutboxJson(context);
