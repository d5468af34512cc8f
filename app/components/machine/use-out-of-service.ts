import { useOutletContext } from "@remix-run/react";
import { isOutOfService } from "#app/domain/access/out-of-service.ts";

/**
 * Whether the machine whose tab this is in is out of service: then the tab shows what there is and offers nothing that would
 * change it (decision 157). The machine's layout says which one it is.
 */
export const useIsOutOfService = (): boolean =>
  isOutOfService(useOutletContext<{ machine: { retiredAt: number | null } }>().machine);
