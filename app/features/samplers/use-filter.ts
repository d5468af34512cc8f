import { useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { FILTER_NAME } from "./mapping-question.ts";

/** After the last key (spec 001 §9). */
const FILTER_AFTER_MS = 1_000;

/** What is typed is asked for when the typing rests, on the first page; the router drops an answer that comes too late. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get(FILTER_NAME) ?? "";
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLoading = useNavigation().state === "loading";
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (timer.current === undefined) setText(inAddress);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = (next: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setParams(
      (last) => {
        last.delete("page");
        if (next.trim() === "") last.delete(FILTER_NAME);
        else last.set(FILTER_NAME, next.trim());
        return last;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return {
    text,
    isOn: inAddress !== "",
    isWaiting: isLoading,
    type: (next: string) => {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(next), FILTER_AFTER_MS);
    },
    flush: () => write(text),
  };
}
