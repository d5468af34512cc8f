import { useEffect, useState } from "react";
import type { MachineView } from "#app/domain/preferences.ts";
import { MachineLines } from "./card-carousel.tsx";
import { keepChoice } from "./keep-choice.ts";

/**
 * How the machines are shown. What a list takes is fetched ahead; a list that is chosen before that is here is awaited: until
 * it comes nothing changes, and no choice is kept. `awaited` says what became of it, and how to want it no more.
 */
export function useMachineView(chosen: MachineView | null) {
  const [view, setView] = useState(chosen);
  const [isAwaited, setAwaited] = useState(false);
  const { Part, failed } = MachineLines.useLoaded(isAwaited);
  MachineLines.useAhead(0);
  const show = (next: MachineView) => {
    setAwaited(false);
    setView(next);
    void keepChoice("view", next);
  };
  useEffect(() => {
    if (isAwaited && Part !== null) show("list");
  });
  return {
    view,
    choose: (next: MachineView) => (next === "list" ? setAwaited(true) : show(next)),
    awaited: isAwaited &&
      Part === null && { hasFailed: failed > 0, onClose: () => setAwaited(false) },
  };
}
