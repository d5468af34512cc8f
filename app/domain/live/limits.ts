/**
 * Every bound of the live sockets. Counted per socket, and per owner over all of their sockets: a user with
 * their API tokens, or a wall display (owner-budget.ts). Beyond a bound a request is answered with the reason
 * `limit`; a socket of too many joins is closed with 1008 then, one that only asks too fast when it goes on.
 */

/** Larger frames close the socket with 1009. */
export const MAX_FRAME_BYTES = 64 * 1024;
/** Longer names and references in a frame close the socket with 1002. */
export const MAX_TOPIC_LENGTH = 256;
export const MAX_EVENT_LENGTH = 64;
export const MAX_REF_LENGTH = 64;

/** Joins in force or on their way (CONTRACT §5). */
export const MAX_JOINS_A_SOCKET = 2_000;
export const MAX_JOINS_AN_OWNER = 10_000;
export const MAX_SOCKETS_AN_OWNER = 20;
/** All wall displays of a customer together; they listen to the same metrics. */
export const MAX_WALL_SOCKETS = 1_000;
export const MAX_WALL_JOINS = 200_000;

/** `burst` at once, then `perSecond`. */
export type Pace = { burst: number; perSecond: number };

/** A full page joins in one burst. */
export const SOCKET_JOINS: Pace = { burst: 2_500, perSecond: 100 };
/** All pages of an owner join again after a restart, each on a new socket. */
export const OWNER_JOINS: Pace = { burst: 12_500, perSecond: 200 };
/** Sockets that are opened, also those that were closed again. */
export const OWNER_OPENS: Pace = { burst: 100, perSecond: 2 };
/** A full page leaves 2,000 channels and joins as many others. */
export const SOCKET_MESSAGES: Pace = { burst: 6_000, perSecond: 150 };
export const OWNER_MESSAGES: Pace = { burst: 40_000, perSecond: 600 };
/** Answers with the reason `limit` before the socket is closed. phoenix.js asks again after 1, 2, 5 and 10 s. */
export const LIMIT_ANSWERS: Pace = { burst: 200, perSecond: 10 };

/** Answers that wait behind a slow join; a socket that asks for more is closed. */
export const MAX_BACKLOG = 10_000;
/** Joins that a hub works on at the same time, of one owner and of all. The others wait for their turn. */
export const OWNER_JOINS_AT_ONCE = 4;
export const JOINS_AT_ONCE = 64;
/** After so many joins of its owners a hub lets values and other requests pass. */
export const JOINS_A_TURN = 16;
