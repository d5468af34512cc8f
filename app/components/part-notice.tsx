import { createContext, useContext, type ComponentType } from "react";
import { MissingPart } from "./missing-part.tsx";

/** Whether what is drawn is kept by the browser until its script comes (load-when-seen.tsx). Of the server alone. */
export const DrawnContext = /* @__PURE__ */ createContext(false);

const owners = new WeakSet<object>();

/** Marks a part, on the server, that has a PartNotice. */
export function withNotice<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  owners.add(Part);
  return Part;
}

export const hasNotice = (Part: object): boolean => owners.has(Part);

type Place = { className?: string };

/** Within a part's card: where it is said that its script did not come. Nothing once it is alive. */
export const PartNotice = (place: Place) => (import.meta.env.SSR ? <OfDrawn {...place} /> : null);

const OfDrawn = (place: Place) => (useContext(DrawnContext) ? <MissingPart {...place} /> : null);
