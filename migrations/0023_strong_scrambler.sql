CREATE TABLE `saved_questions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`device_id` integer NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`is_shared` integer NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_questions_code_idx` ON `saved_questions` (`code`);--> statement-breakpoint
CREATE INDEX `saved_questions_device_idx` ON `saved_questions` (`device_id`);--> statement-breakpoint
CREATE INDEX `saved_questions_user_idx` ON `saved_questions` (`user_id`);