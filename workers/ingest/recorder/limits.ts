/** The recorder's bounds, each with its reason. */

/** A sampler's clock may run ahead by this much (CONTRACT §3). */
export const MAX_AHEAD_MS = 5 * 60_000;
/** A live value is at most this far ahead of Helios' clock (CONTRACT §5); samples further ahead become live in their turn. */
export const LIVE_AHEAD_MS = 5_000;
/** Older samples are refused as too_old: minutes are kept for two years, and nothing finer can be answered beyond. */
export const MAX_AGE_MS = 2 * 365 * 86_400_000;
/** An hour is sealed this long after its end, so that the last batch of each sampler is in. */
export const SEAL_GRACE_MS = 2 * 60_000;
/** Machines seal within this span after each other: sealing takes CPU. */
export const SEAL_SPREAD_MS = 90_000;
/** An hour of the past is sealed when nothing came for it this long. */
export const QUIET_MS = 20_000;
/** And waits so long at most for older hours that are not quiet yet. */
export const IN_ORDER_MS = 3 * 60_000;
/** Unsealed samples (16 bytes each) from which the oldest hours are sealed at once; past the second bound samplers wait. */
export const SEAL_PRESSURE_SAMPLES = 600_000;
export const MAX_UNSEALED_SAMPLES = 2_000_000;
/** Of these, what history may not take: the machine's own samples come on beside an import. */
export const LIVE_ROOM_SAMPLES = 200_000;
/** A batch of which all is older than this is history. */
export const HISTORY_MS = 15 * 60_000;
/**
 * No hour is sealed while a large answer is read; where memory is past the first bound, so many samples are sealed before each,
 * so that whoever asks without end keeps no samples out.
 */
export const SEALED_BEFORE_ANSWER = 100_000;
/** Samples that are handed to another recorder at once, as one row of its log (2 MB at most): 16 bytes each, a text up to 256. */
export const MAX_ADOPTED_SAMPLES = 50_000;
export const MAX_ADOPTED_TEXTS = 2_000;
/** Of handing over, before the caller is answered and the rest is done later; and the pause until then. */
export const MOVE_TURN_MS = 10_000;
export const MOVE_PAUSE_MS = 1_000;
/** Replaced segments live on for readers that hold the old list. */
export const GARBAGE_MS = 10 * 60_000;
/** After a failed seal (R2 away) the next try. */
export const RETRY_MS = 10_000;
/** Upkeep of one alarm turn, its rests included. */
export const MAX_TURN_MS = 2_000;
/**
 * A piece of upkeep is followed by a rest as long as it took, at most so long: where all Workers are one process, what comes
 * from outside waits for as long as one piece of work follows another.
 */
export const MAX_REST_MS = 200;
/** Sealed hours that a batch reads before others have a turn. */
export const READS_A_TURN = 8;

/** An hour that should have been sealed so long ago tells of trouble. */
export const OVERDUE_MS = 5 * 60_000;
/** A quarter of a day is packed into one object when it is over, and nothing was sealed in it for a while. */
export const PART_HOURS = 6;
export const PART_GRACE_MS = 10 * 60_000;
/** A day is packed when it is over, and nothing was sealed in it for a while. */
export const DAY_GRACE_MS = 30 * 60_000;
export const DAY_QUIET_MS = 10 * 60_000;
/** Roll-ups of hours go into their file when their month is over, of days when their year is; late ones at most once in a while. */
export const ROLL_GRACE_MS = 2 * 86_400_000;
export const ROLL_PAUSE_MS = 6 * 3_600_000;
/** The retention clock is looked at this often; upkeep wakes a machine each 6 h. */
export const CLOCK_LOOK_MS = 10 * 60_000;
/** Retention is looked after this often. */
export const RETENTION_PAUSE_MS = 6 * 3_600_000;
/**
 * Metrics whose bounds are found while their change is told, and in one piece of upkeep where more changed: with 30 full
 * days each takes a few milliseconds.
 */
export const MAX_FOUND_AT_ONCE = 20;
export const FOUND_A_PIECE = 50;

/**
 * Sealed hours that one answer reads to make their derived values and flags, and their samples (16 bytes each); where there
 * are more, they are sealed first. Forty days at a few samples a minute, four of a machine that sends each few seconds.
 */
export const MAX_MADE_HOURS = 1_000;
export const MAX_MADE_SAMPLES = 600_000;

/** What a sampler is told meanwhile. */
export const BUSY = { status: "busy", retryAfterSeconds: 2 } as const;
