/** Whether a machine is out of service: sold, scrapped, or of a closed facility (decision 074). For pages too: it needs nothing. */
export const isOutOfService = ({ retiredAt }: { retiredAt: number | null }): boolean =>
  retiredAt !== null;
