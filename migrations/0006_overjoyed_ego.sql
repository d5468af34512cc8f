ALTER TABLE `audit_entries` ADD `count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `counted_as` text;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_counted_as_unique` ON `audit_entries` (`counted_as`);