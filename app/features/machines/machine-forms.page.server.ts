/**
 * Where forms of a machine are sent that stand on several of its pages: an address of their own, which shows nothing.
 * Whoever opens such a form loads it once.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { requireMachinePage } from "./machine.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

type Page = Awaited<ReturnType<typeof requireMachinePage>>;

export async function showNothing(args: LoaderFunctionArgs): Promise<null> {
  await requireMachinePage(args);
  return null;
}

/**
 * Who sends a form below a machine's address, as its use cases see them: what the form names of another machine is as if
 * it were not there, whoever may see both.
 */
export const boundToMachine = ({ ctx, machine }: Pick<Page, "ctx" | "machine">): ActorDeps => ({
  ...ctx,
  actor: { ...ctx.actor, onlyMachineId: machine.id },
});

/** Reads the form and gives it to `answer`, with the id of a machine that is the person's to see. */
export async function answerMachineForm<T>(
  args: ActionFunctionArgs,
  answer: (ctx: ActorDeps, device: number, form: FormData) => T,
): Promise<Awaited<T>> {
  await requireUser(args);
  const form = await readForm(args.request);
  const page = await requireMachinePage(args);
  return await answer(boundToMachine(page), page.machine.id, form);
}
