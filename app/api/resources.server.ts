/** All of /v1 behind one loader and one action: the resource of the path answers, or JSON says that there is none. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerUnknownPath, type Resource } from "./define-api.server.ts";
import { resourceTree } from "./resource-tree.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

export function answerResources(resources: readonly Resource[]) {
  const find = resourceTree(resources);
  return (args: Args): Promise<Response> | Response => {
    const found = find(new URL(args.request.url).pathname);
    return found === null
      ? answerUnknownPath(args)
      : found.resource.answer({ ...args, params: found.params });
  };
}
