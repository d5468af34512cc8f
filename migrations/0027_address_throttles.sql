CREATE TABLE `address_throttles` (
	`network` text PRIMARY KEY NOT NULL,
	`owed_until` integer NOT NULL,
	`was_allowed` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `address_throttles_last_idx` ON `address_throttles` (`last_at`);