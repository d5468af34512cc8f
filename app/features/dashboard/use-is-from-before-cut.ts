import { useEffect, useRef } from "react";
import { useIsCut } from "#app/live/index.ts";

/** Whether what was read is of before the connection went: while that is lost, and until it is read again. */
export function useIsFromBeforeCut(read: object): boolean {
  const isCut = useIsCut();
  const cutWith = useRef<object>();
  useEffect(() => {
    if (isCut) cutWith.current = read;
  }, [isCut, read]);
  return isCut || cutWith.current === read;
}
