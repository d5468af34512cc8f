/** Closes the sockets of sessions that ended. Never throws: a hub that cannot be reached must not keep a session alive. */
export type EndSockets = (
  owner: { customerId: number | null; userId: number },
  sessionIds: number[],
) => Promise<void>;
