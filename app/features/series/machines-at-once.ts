/** Machines read side by side for one answer: each opens several connections of its own. */
export const MACHINES_AT_ONCE = 4;
