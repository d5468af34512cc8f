import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { EventHintsAnswer } from "#app/features/events/event-hints.ts";
import { loadEventHints } from "#app/features/events/load-event-hints.server.ts";
import { withFallback } from "#app/kit/states/beside.ts";
import { requirePartOf } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";

/** A machine's last stops and the names of its last events, for the report of an event. */
export async function loader(args: LoaderFunctionArgs): Promise<EventHintsAnswer> {
  const { ctx, machine, lock } = await requirePartOf(args, "events");
  if (lock !== null) return { hints: null };
  const hints = loadEventHints(ctx, machine);
  return { hints: (await readBlock("event hints", hints)).content };
}

/** Nobody answered: the form is filled in by hand. */
export const clientLoader = withFallback<EventHintsAnswer>({ hints: null });
