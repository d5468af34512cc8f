CREATE TABLE `email_changes` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_token_hash_unique` ON `email_changes` (`token_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_expiry_idx` ON `email_changes` (`expires_at`);--> statement-breakpoint
ALTER TABLE `displays` ADD `waiting_token_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `displays_waiting_token_hash_unique` ON `displays` (`waiting_token_hash`);