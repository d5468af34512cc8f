/** Whether Helios answers now: asked before something whose failure would be seen. load-after-paint.ts takes it along as text. */
export const isServed = (): Promise<boolean> =>
  fetch("/build", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
