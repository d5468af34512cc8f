import { untilAnswered } from "#app/components/layout/until-answered.ts";

/** What was chosen last of each, and is not kept yet. */
const unsent = new Map<string, string>();
let sending: AbortController | null = null;

/**
 * Keeps a choice for the person, on every device: at once, however soon the page is closed after it, or as soon as Helios
 * answers, while the page stands. What is on its way gives way to what is chosen after it.
 */
export async function keepChoice(name: "order" | "view", value: string): Promise<void> {
  unsent.set(name, value);
  sending?.abort();
  const own = new AbortController();
  sending = own;
  await untilAnswered(() => send(own.signal), own.signal);
}

async function send(signal: AbortSignal): Promise<void> {
  const body = new FormData();
  for (const [name, value] of unsent) body.set(name, value);
  await fetch("/dashboard/choice", { method: "POST", body, keepalive: true, signal });
  if (!signal.aborted) unsent.clear();
}
