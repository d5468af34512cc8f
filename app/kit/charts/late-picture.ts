/**
 * A chart's picture, which may be asked for before the chart is drawn: it is saved once it is. The chart sets `current`
 * when it has drawn itself.
 */
import { useState } from "react";

export type LatePicture<T> = { current: T | null; whenDrawn: (save: (picture: T) => void) => void };

export function createLatePicture<T>(): LatePicture<T> {
  let drawn: T | null = null;
  /** Of the newest press: pressed twice, it is one file. */
  let waiting: ((picture: T) => void) | null = null;
  return {
    get current() {
      return drawn;
    },
    set current(picture) {
      drawn = picture;
      if (picture === null || waiting === null) return;
      const save = waiting;
      waiting = null;
      save(picture);
    },
    whenDrawn(save) {
      if (drawn === null) waiting = save;
      else save(drawn);
    },
  };
}

export const useLatePicture = <T>(): LatePicture<T> => useState(createLatePicture<T>)[0];
