/** The pieces of a file, texts as UTF-8, each made when the one before was taken. */
export function fileStream(
  chunks: AsyncGenerator<string | Uint8Array, void>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await chunks.next();
        if (next.done) controller.close();
        else
          controller.enqueue(
            typeof next.value === "string" ? encoder.encode(next.value) : next.value,
          );
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return();
    },
  });
}

/** A file's `Content-Type`: texts are UTF-8. */
export const fileType = (type: string): string =>
  type.startsWith("text/") ? `${type}; charset=utf-8` : type;
