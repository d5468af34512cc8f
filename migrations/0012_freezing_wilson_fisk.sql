CREATE TABLE `measures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`human_key` text NOT NULL,
	`title` text,
	`units` text,
	`precision` integer NOT NULL,
	`is_static` integer DEFAULT false NOT NULL,
	`category` text NOT NULL,
	`type` text NOT NULL,
	`encoding` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `measures_device_key_idx` ON `measures` (`device_id`,`category`,`human_key`);