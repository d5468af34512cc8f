/** A body that brings a byte a second and never ends, by the test's own timers. */
export function drippingBody(byte = " "): ReadableStream<Uint8Array> {
  let next: ReturnType<typeof setTimeout>;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: (controller) =>
      new Promise<void>((pulled) => {
        next = setTimeout(() => {
          controller.enqueue(new TextEncoder().encode(byte));
          pulled();
        }, 1_000);
      }),
    cancel: () => clearTimeout(next),
  };
  // Nothing is sent before it is asked for.
  return new ReadableStream(source, { highWaterMark: 0 });
}
