/** A touch's click comes in a task of its own after the finger is gone; a drag has none. Waited for it, in milliseconds. */
const CLICK_MS = 400;
const ENDS = ["click", "pointercancel", "blur"] as const;
const RELEASES = ["pointerup", "keyup"] as const;

/**
 * Calls `then` once, when the press that began is over: after its click, or when none comes. `target` is the window: what
 * is pressed may leave the page meanwhile. Answers a way to stop waiting.
 */
export function afterPress(target: EventTarget, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    for (const type of ENDS) target.removeEventListener(type, end);
    for (const type of RELEASES) target.removeEventListener(type, release);
  };
  const end = () => {
    stop();
    then();
  };
  const release = () => {
    timer ??= setTimeout(end, CLICK_MS);
  };
  for (const type of ENDS) target.addEventListener(type, end);
  for (const type of RELEASES) target.addEventListener(type, release);
  return stop;
}
