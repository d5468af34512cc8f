/**
 * When a wait is given up as hung. It says nothing about how fast Helios is: a machine with other work to do takes many
 * times as long as a quiet one, and must not fail a test.
 */
export const GIVE_UP_MS = 120_000;
