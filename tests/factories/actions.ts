/** A page's action, called as its script calls it: the answer of its form, or where it led. */
import { matchPath } from "@remix-run/react";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { ORIGIN, testContext, type TestWorld } from "./api.ts";
import type { openPages } from "./pages.ts";

export type FormFields = Record<string, string | readonly string[]>;
export type Answered<Done> = {
  status: number;
  /** Path of a redirect. */
  to?: string | null;
  done?: Done | null;
  /** The code of each field's first problem; of the whole form under "". */
  errors?: Record<string, string | undefined>;
};

export async function sendForm<Done = { id: number }>(
  router: Awaited<ReturnType<typeof openPages>>,
  world: TestWorld,
  path: string,
  form: FormFields,
  token: string,
): Promise<Answered<Done>> {
  const { pathname } = new URL(path, ORIGIN);
  const literal = ({ path: pattern }: { path: string }) => pattern.split(":").length;
  /** Where a part may be left out, without it. */
  const paramsOf = (pattern: string) =>
    matchPath(pattern.replace(/\/\w+\?$/, ""), pathname)?.params ?? null;
  const page = [...router.pages]
    .sort((a, b) => literal(a) - literal(b))
    .find(({ path: pattern }) => !pattern.includes("*") && paramsOf(pattern) !== null);
  const action = page && router.routes[page.id]?.module.action;
  if (!page || !action) throw new Error(`no form stands at ${path}`);
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    for (const each of [value].flat()) body.append(name, each);
  const headers = { Cookie: `__Host-sessionId=${token}`, Origin: ORIGIN };
  const request = new Request(ORIGIN + path, { method: "POST", headers, body });
  const params = paramsOf(page.path)!;
  try {
    const answer = (await action({ request, context: testContext(world), params } as never)) as {
      data: FormAnswer<Done>;
      init: { status?: number } | null;
    };
    const { done, result } = answer.data;
    const errors = Object.fromEntries(
      Object.entries(result.error ?? {}).map(([name, problems]) => [name, problems?.[0]?.code]),
    );
    return { status: answer.init?.status ?? 200, done, errors };
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    return { status: error.status, to: error.headers.get("Location") };
  }
}
