CREATE TABLE `display_facilities` (
	`display_id` integer NOT NULL,
	`facility_id` integer NOT NULL,
	PRIMARY KEY(`display_id`, `facility_id`),
	FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`facility_id`) REFERENCES `facilities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `display_facilities_facility_idx` ON `display_facilities` (`facility_id`);--> statement-breakpoint
CREATE TABLE `display_pairings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `display_pairings_token_hash_unique` ON `display_pairings` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `display_pairings_code_hash_unique` ON `display_pairings` (`code_hash`);--> statement-breakpoint
CREATE INDEX `display_pairings_expiry_idx` ON `display_pairings` (`expires_at`);--> statement-breakpoint
CREATE TABLE `displays` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`customer_id` integer NOT NULL,
	`make` text,
	`name` text NOT NULL,
	`locale` text NOT NULL,
	`time_zone` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `displays_token_hash_unique` ON `displays` (`token_hash`);--> statement-breakpoint
CREATE INDEX `displays_customer_idx` ON `displays` (`customer_id`);