CREATE TABLE `component_reasons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`component_id` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `component_reasons_component_idx` ON `component_reasons` (`component_id`,`name`);--> statement-breakpoint
CREATE TABLE `components` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`parent_id` integer,
	`make` text,
	`model` text,
	FOREIGN KEY (`parent_id`) REFERENCES `components`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `components_parent_idx` ON `components` (`parent_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`name` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`downtime_start_at` integer,
	`downtime_end_at` integer,
	`notes` text,
	`user_id` integer,
	`sampler_id` integer,
	`kiwi_class` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`sampler_id`) REFERENCES `samplers`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `events_device_idx` ON `events` (`device_id`,`start_at`);--> statement-breakpoint
CREATE TABLE `interventions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`type` text NOT NULL,
	`component_id` integer NOT NULL,
	`component_part_number` text,
	`reason_id` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reason_id`) REFERENCES `component_reasons`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `interventions_event_idx` ON `interventions` (`event_id`);--> statement-breakpoint
CREATE TABLE `burn_rates` (
	`maintenance_id` integer NOT NULL,
	`system_time` integer NOT NULL,
	`value` real NOT NULL,
	PRIMARY KEY(`maintenance_id`, `system_time`),
	FOREIGN KEY (`maintenance_id`) REFERENCES `maintenances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `maintenance_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`maintenance_id` integer NOT NULL,
	`performed_at` integer NOT NULL,
	`prediction_accuracy` text,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`maintenance_id`) REFERENCES `maintenances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `maintenance_history_maintenance_idx` ON `maintenance_history` (`maintenance_id`,`performed_at`);--> statement-breakpoint
CREATE TABLE `maintenances` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`type` text NOT NULL,
	`verbs` text NOT NULL,
	`target` text NOT NULL,
	`actions` text NOT NULL,
	`cutoff_value` real NOT NULL,
	`max_tag_threshold` real,
	`double_up` integer,
	`basic_type` integer DEFAULT false NOT NULL,
	`recommended_date` integer,
	`last_performed_at` integer,
	`snoozed_at` integer,
	`snoozed_until` integer,
	`snooze_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `maintenances_device_idx` ON `maintenances` (`device_id`,`name`);--> statement-breakpoint
CREATE TABLE `snooze_histories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`maintenance_id` integer NOT NULL,
	`snoozed_at` integer NOT NULL,
	`snoozed_until` integer NOT NULL,
	`reason` text NOT NULL,
	`user_id` integer,
	FOREIGN KEY (`maintenance_id`) REFERENCES `maintenances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `snooze_histories_maintenance_idx` ON `snooze_histories` (`maintenance_id`,`snoozed_at`);--> statement-breakpoint
CREATE TABLE `alarms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`name` text NOT NULL,
	`function` text NOT NULL,
	`extra_emails` text DEFAULT '[]' NOT NULL,
	`arguments` text NOT NULL,
	`sap_notification` text,
	`sap_rate_in_seconds` integer,
	`sap_last_notified` integer,
	`in_alarm` integer DEFAULT false NOT NULL,
	`triggered_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alarms_device_idx` ON `alarms` (`device_id`);--> statement-breakpoint
CREATE INDEX `alarms_triggered_idx` ON `alarms` (`triggered_at`) WHERE in_alarm = 1;