CREATE TABLE `maintenance_notices` (
	`maintenance_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`life_from` integer NOT NULL,
	`stage` text NOT NULL,
	`count` integer NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`maintenance_id`, `user_id`, `life_from`, `stage`, `count`),
	FOREIGN KEY (`maintenance_id`) REFERENCES `maintenances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `parts_quote_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`maintenance_id` integer NOT NULL,
	`life_from` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`maintenance_id`) REFERENCES `maintenances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `parts_quote_links_maintenance_idx` ON `parts_quote_links` (`maintenance_id`);--> statement-breakpoint
CREATE TABLE `parts_quotes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`maintenance_id` integer NOT NULL,
	`device_id` integer NOT NULL,
	`life_from` integer NOT NULL,
	`user_id` integer,
	`requested_at` integer NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`maintenance_id`) REFERENCES `maintenances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `parts_quotes_life_idx` ON `parts_quotes` (`maintenance_id`,`life_from`);