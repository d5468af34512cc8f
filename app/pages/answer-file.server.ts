/** How a page's request for a file is answered: the file as it is made, 204 where there is nothing in it, or the problem as JSON. */
import { fileStream, fileType } from "#app/platform/file-stream.ts";
import { AppError } from "#app/domain/errors.ts";
import type { Problem } from "#app/domain/problems.ts";
import type { Deps } from "#app/platform/context.server.ts";
import { firstProblem } from "./answer-form.server.ts";

export type MadeFile = {
  name: string;
  type: string;
  chunks: AsyncGenerator<string | Uint8Array, void>;
};
/** What a browser's reader of the file gets in its place. */
export type FileRefusal = { problem: Problem };

export async function answerFile(
  deps: Pick<Deps, "reportFailure">,
  make: () => Promise<MadeFile | null>,
): Promise<Response> {
  try {
    const file = await make();
    if (file === null) return new Response(null, { status: 204, headers: NO_STORE });
    return new Response(
      fileStream(file.chunks, (error) =>
        deps.reportFailure({ where: file.name, error, requestId: crypto.randomUUID() }),
      ),
      {
        headers: {
          ...NO_STORE,
          "Content-Type": fileType(file.type),
          "Content-Disposition": `attachment; filename="${file.name}"`,
          "X-Content-Type-Options": "nosniff",
        },
      },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = firstProblem(error);
    if (problem === null) throw error;
    return Response.json({ problem } satisfies FileRefusal, {
      status: error.status,
      headers: { ...NO_STORE, ...error.headers },
    });
  }
}

const NO_STORE = { "Cache-Control": "no-store" };
