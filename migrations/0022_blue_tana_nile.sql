CREATE TABLE `service_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`previous_hash` text,
	`previous_until` integer,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`call_window` integer DEFAULT 0 NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_accounts_token_hash_unique` ON `service_accounts` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `service_accounts_previous_hash_unique` ON `service_accounts` (`previous_hash`);--> statement-breakpoint
CREATE INDEX `service_accounts_customer_idx` ON `service_accounts` (`customer_id`);