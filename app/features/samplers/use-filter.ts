import { useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState, type FocusEvent } from "react";
import { FILTER_NAME } from "./mapping-question.ts";

/** After the last key (spec 001 §9). */
const FILTER_AFTER_MS = 1_000;

/**
 * Keeps the focus of who types a filter and goes on to a row before it is read: where that row goes, the focus is in the
 * field again. Spread over what is around the field and the rows.
 */
export function useFocusInFilter() {
  const around = useRef<HTMLElement>(null);
  /** React tells of no blur when it removes what has the focus. */
  const hasFocus = useRef(false);
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    around.current?.querySelector<HTMLElement>("input[type=search]")?.focus();
  });
  return {
    ref: around,
    // A drawer that is opened from here is beside it in the page.
    onFocus: ({ target }: FocusEvent) =>
      void (hasFocus.current = around.current?.contains(target) === true),
    onBlur: () => void (hasFocus.current = false),
  };
}

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
