ALTER TABLE `facilities` ADD `retired_at` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `micro_stop_seconds` integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `retired_at` integer;