CREATE TABLE `email_ccs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`team` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_ccs_email_unique` ON `email_ccs` (`email`);--> statement-breakpoint
CREATE TABLE `alarm_journal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`alarm_id` integer NOT NULL,
	`alarm_name` text NOT NULL,
	`kind` text NOT NULL,
	`priority` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` integer,
	`note` text,
	`details` text,
	`once_key` text,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_journal_once_key_unique` ON `alarm_journal` (`once_key`);--> statement-breakpoint
CREATE INDEX `alarm_journal_device_idx` ON `alarm_journal` (`device_id`,`at`);--> statement-breakpoint
CREATE INDEX `alarm_journal_at_idx` ON `alarm_journal` (`at`);--> statement-breakpoint
CREATE TABLE `alarm_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`alarm_id` integer NOT NULL,
	`device_id` integer NOT NULL,
	`raised_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`claim` text,
	`claimed_until` integer,
	`told_at` integer,
	FOREIGN KEY (`alarm_id`) REFERENCES `alarms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_notices_once_idx` ON `alarm_notices` (`alarm_id`,`raised_at`);--> statement-breakpoint
CREATE INDEX `alarm_notices_open_idx` ON `alarm_notices` (`created_at`) WHERE told_at is null;--> statement-breakpoint
CREATE INDEX `alarm_notices_device_idx` ON `alarm_notices` (`device_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `outbox_messages` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `alarms` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `priority` text DEFAULT 'medium' NOT NULL;--> statement-breakpoint
ALTER TABLE `alarms` ADD `defined_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `alarms` ADD `is_acknowledged` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `alarms` ADD `acknowledged_at` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `acknowledged_by` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `acknowledge_note` text;--> statement-breakpoint
ALTER TABLE `alarms` ADD `shelved_until` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `shelved_at` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `shelved_by` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `shelved_reason` text;--> statement-breakpoint
ALTER TABLE `alarms` ADD `shelved_maintenance_id` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `last_mailed_at` integer;