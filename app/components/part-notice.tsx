import { createContext, useContext, type ComponentType, type ReactNode } from "react";
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

type Words = { className?: string; children: ReactNode };

/** Within the place of what a part reads in the browser: that it could not be read, should the part's script not come. */
export const UnreadOfDrawn = (words: Words) => (import.meta.env.SSR ? <Unread {...words} /> : null);

const Unread = (words: Words) => (useContext(DrawnContext) ? <p data-unread {...words} /> : null);

const OfDrawn = (place: Place) =>
  useContext(DrawnContext) ? <MissingPart {...place} isDrawn /> : null;
