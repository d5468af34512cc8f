CREATE TABLE `enrollment_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`make` text,
	`key_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`max_uses` integer NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`last_used_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enrollment_keys_key_hash_unique` ON `enrollment_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `enrollment_keys_make_idx` ON `enrollment_keys` (`make`);--> statement-breakpoint
DROP INDEX `devices_serial_number_unique`;--> statement-breakpoint
ALTER TABLE `devices` ADD `enrollment_key_id` integer;--> statement-breakpoint
UPDATE `devices` SET `serial_number` = `serial_number` || '~' || `id` WHERE EXISTS (SELECT 1 FROM `devices` AS `first` WHERE `first`.`id` < `devices`.`id` AND `first`.`serial_number` = `devices`.`serial_number` COLLATE NOCASE);--> statement-breakpoint
CREATE UNIQUE INDEX `devices_serial_idx` ON `devices` ("serial_number" collate nocase);