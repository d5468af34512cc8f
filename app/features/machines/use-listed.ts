import { useMemo, useState, type Dispatch, type SetStateAction } from "react";
import { useDeferred, type Deferred } from "#app/components/use-deferred.ts";
import type { ListedValues } from "./machine-row.ts";

const NO_VALUES: ListedValues = {};
/** Of a large fleet the page comes without values. */
const WITHOUT: Deferred<ListedValues> = { ready: NO_VALUES, late: null };

/** What a large fleet's machines said until now. */
export type Read = {
  values: ListedValues;
  /** Machines that were asked, whether or not they answered. */
  asked: ReadonlySet<number>;
  /** All were asked. */
  isWhole: boolean;
};
export type SetRead = Dispatch<SetStateAction<Read>>;
const NOTHING_READ: Read = { values: NO_VALUES, asked: new Set(), isWhole: false };

export type Listed = {
  values: ListedValues;
  /** Its values are on their way. */
  isAwaited: (id: number) => boolean;
  /** Those of some machines are. */
  isSomeAwaited: boolean;
};

/** The list's newest values: as the page came with them, or, of a large fleet (`values` null), as they are read after it. */
export function useListedValues(values: Deferred<ListedValues> | null): {
  listed: Listed;
  setRead: SetRead;
} {
  const came = useDeferred(values ?? WITHOUT);
  const [read, setRead] = useState(NOTHING_READ);
  const listed = useMemo((): Listed => {
    const isLarge = values === null;
    const known = isLarge ? read.values : (came.value ?? NO_VALUES);
    const isSomeAwaited = isLarge ? !read.isWhole : came.value === null && !came.failed;
    const isAwaited = (id: number) => isSomeAwaited && !(isLarge && read.asked.has(id));
    return { values: known, isAwaited, isSomeAwaited };
  }, [values, came.value, came.failed, read]);
  return { listed, setRead };
}
