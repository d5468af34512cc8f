CREATE TABLE `__new_parts_quotes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`maintenance_id` integer,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`device_id` integer NOT NULL,
	`life_from` integer NOT NULL,
	`user_id` integer,
	`requested_at` integer NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`maintenance_id`) REFERENCES `maintenances`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_parts_quotes`("id", "maintenance_id", "name", "kind", "target", "device_id", "life_from", "user_id", "requested_at", "state", "note") SELECT q."id", q."maintenance_id", m."name", m."kind", m."target", q."device_id", q."life_from", q."user_id", q."requested_at", q."state", q."note" FROM `parts_quotes` q JOIN `maintenances` m ON m."id" = q."maintenance_id";--> statement-breakpoint
DROP TABLE `parts_quotes`;--> statement-breakpoint
ALTER TABLE `__new_parts_quotes` RENAME TO `parts_quotes`;--> statement-breakpoint
CREATE UNIQUE INDEX `parts_quotes_life_idx` ON `parts_quotes` (`maintenance_id`,`life_from`);