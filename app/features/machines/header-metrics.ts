/** What the header of a machine's pages shows live. */
export const HEADER_METRICS = ["machine_state", "machine_speed", "signal_4bar"] as const;
