import { untilAnswered } from "#app/components/layout/until-answered.ts";

/** What was chosen last of each, and is not kept yet. */
const unsent = new Map<string, string>();
let isSending = false;

/** Keeps a choice for the person, on every device: at once, or as soon as Helios answers, while the page stands. */
export async function keepChoice(name: "order" | "view", value: string): Promise<void> {
  unsent.set(name, value);
  if (isSending) return;
  isSending = true;
  while (unsent.size > 0) await untilAnswered(send, undefined);
  isSending = false;
}

async function send(): Promise<void> {
  const sent = [...unsent];
  const body = new FormData();
  for (const [name, value] of sent) body.set(name, value);
  await fetch("/dashboard/choice", { method: "POST", body, keepalive: true });
  for (const [name, value] of sent) if (unsent.get(name) === value) unsent.delete(name);
}
