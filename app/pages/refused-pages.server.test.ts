import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, it, vi } from "vitest";
import { AppError } from "#app/domain/errors.ts";
import { withRefusals } from "./refused-pages.server.ts";

const pageThat = (fails: Error | Response) => {
  const handler = () => Promise.reject(fails as Error);
  const routes = withRefusals({
    page: { id: "page", module: { loader: handler, action: handler, default: () => null } },
  } as unknown as ServerBuild["routes"]);
  const { loader, action } = routes["page"]!.module;
  const request = new Request("https://helios.example/page");
  return [loader!, action!].map((each) =>
    (each as (args: { request: Request }) => Promise<unknown>)({ request }),
  );
};

it.each([
  [new AppError("not_found"), 404],
  [new AppError("forbidden"), 403],
  [new AppError("conflict", { problem: { code: "changed_meanwhile" } }), 409],
])("answers a refusal with its own status: %s", async (refusal, status) => {
  for (const answer of pageThat(refusal)) await expect(answer).rejects.toMatchObject({ status });
});

const retryOf = (answer: Response) => [answer.status, answer.headers.get("Retry-After")];

it("says with a refusal for now when to come again", async () => {
  const refusal = new AppError("too_many_requests", { retryAfterSeconds: 7 });
  for (const answer of pageThat(refusal))
    await expect(answer.catch(retryOf)).resolves.toEqual([429, "7"]);
});

it.each([new AppError("internal"), new Error("A bug"), new Response(null, { status: 418 })])(
  "leaves what is no refusal as it is: %s",
  async (failure) => {
    for (const answer of pageThat(failure)) await expect(answer).rejects.toBe(failure);
  },
);

it("answers 503 where the database does not answer, or its disk is full", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const causes = [
    "D1_ERROR: internal error; reference = nq4aarr2hmr14bld8aji24i0",
    "D1_ERROR: database or disk is full: SQLITE_FULL",
  ];
  for (const cause of causes)
    for (const answer of pageThat(new Error("Failed query", { cause: new Error(cause) })))
      await expect(answer.catch(retryOf)).resolves.toEqual([503, "5"]);
  expect(told).toHaveBeenCalledTimes(4);
  told.mockRestore();
});
