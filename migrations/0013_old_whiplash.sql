DROP INDEX `maintenances_device_idx`;--> statement-breakpoint
ALTER TABLE `maintenances` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `maintenances_name_idx` ON `maintenances` (`device_id`,lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX `maintenances_name_key_idx` ON `maintenances` (`device_id`,`name_key`);