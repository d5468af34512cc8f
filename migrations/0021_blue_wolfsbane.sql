CREATE TABLE `machine_replacements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`replaced_id` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `machine_replacements_device_id_unique` ON `machine_replacements` (`device_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `machine_replacements_replaced_id_unique` ON `machine_replacements` (`replaced_id`);--> statement-breakpoint
CREATE INDEX `machine_replacements_open_idx` ON `machine_replacements` (`replaced_at`) WHERE finished_at is null;