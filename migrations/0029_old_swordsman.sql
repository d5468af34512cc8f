CREATE TABLE `kept_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`time_ms` integer NOT NULL,
	`agrees_since_ms` integer NOT NULL,
	`looked_at_ms` integer NOT NULL
);
