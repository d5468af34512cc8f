import { useEffect, useState } from "react";
import { FIRST_SORT, isMaintenanceSort, type MaintenanceSort } from "./sort-maintenances.ts";

const KEY = "helios.maintenances.sort";

/** The order that was chosen last on this device; the usual one until the page is alive. */
export function useMaintenanceSort(): [MaintenanceSort, (sort: MaintenanceSort) => void] {
  const [sort, setSort] = useState<MaintenanceSort>(FIRST_SORT);
  useEffect(() => {
    const kept = read();
    if (kept !== null) setSort(kept);
  }, []);
  return [
    sort,
    (next) => {
      setSort(next);
      // A browser that keeps nothing keeps nothing of this either.
      try {
        localStorage.setItem(KEY, next);
      } catch {
        return;
      }
    },
  ];
}

function read(): MaintenanceSort | null {
  try {
    const kept = localStorage.getItem(KEY);
    return isMaintenanceSort(kept) ? kept : null;
  } catch {
    return null;
  }
}
