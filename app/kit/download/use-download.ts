import { useCallback, useEffect, useRef, useState } from "react";
import { saveFile } from "#app/components/save-file.ts";
import type { Problem } from "#app/domain/problems.ts";

export type Download =
  | { state: "idle" }
  | { state: "running"; bytes: number }
  | { state: "done"; bytes: number }
  /** Nothing was found, and nothing saved. */
  | { state: "empty" }
  /** By `stop`, and nothing saved. */
  | { state: "stopped" }
  /** `problem` null: the connection or the server failed. */
  | { state: "failed"; problem: Problem | null };

/** Progress is reported this often. */
const TOLD_MS = 200;

/**
 * Sends a form, takes the file that is answered as it comes, and saves it under its name once it is whole; half a file is
 * not saved. `stop` ends it at both ends.
 */
export function useDownload(action: string): {
  download: Download;
  start: (form: FormData) => Promise<Download>;
  stop: () => void;
} {
  const [download, setDownload] = useState<Download>({ state: "idle" });
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    async (form: FormData): Promise<Download> => {
      const controller = new AbortController();
      running.current?.abort();
      running.current = controller;
      setDownload({ state: "running", bytes: 0 });
      const ended = await fetchFile(action, form, controller.signal, (bytes) =>
        setDownload({ state: "running", bytes }),
      ).catch((): Download =>
        controller.signal.aborted ? { state: "stopped" } : { state: "failed", problem: null },
      );
      if (running.current === controller) {
        running.current = null;
        setDownload(ended);
      }
      return ended;
    },
    [action],
  );
  return { download, start, stop };
}

async function fetchFile(
  action: string,
  form: FormData,
  signal: AbortSignal,
  tell: (bytes: number) => void,
): Promise<Download> {
  const response = await fetch(action, { method: "POST", body: form, signal });
  if (response.status === 204) return { state: "empty" };
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  if (!response.ok || name === undefined || response.body === null)
    return { state: "failed", problem: await problemOfAnswer(response) };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let toldAt = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value as Uint8Array<ArrayBuffer>);
    bytes += next.value.byteLength;
    if (performance.now() < toldAt + TOLD_MS) continue;
    toldAt = performance.now();
    tell(bytes);
  }
  saveFile(name, new Blob(parts, { type: response.headers.get("Content-Type") ?? "" }));
  return { state: "done", bytes };
}

async function problemOfAnswer(response: Response): Promise<Problem | null> {
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return null;
  const answer = (await response.json()) as { problem?: Problem };
  return answer.problem ?? null;
}
