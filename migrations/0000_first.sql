CREATE TABLE `customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`contact_phone` text NOT NULL,
	`external_id` text,
	`city` text NOT NULL,
	`state` text,
	`country` text,
	`logo` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `facilities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`country` text NOT NULL,
	`timezone` text NOT NULL,
	`sap_protocol` text DEFAULT 'none' NOT NULL,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`contact_phone` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `facilities_customer_idx` ON `facilities` (`customer_id`);--> statement-breakpoint
CREATE TABLE `service_tiers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`ui` integer DEFAULT false NOT NULL,
	`reports` integer DEFAULT false NOT NULL,
	`reports_unlimited` integer DEFAULT false NOT NULL,
	`ad` integer DEFAULT false NOT NULL,
	`ad_adv` integer DEFAULT false NOT NULL,
	`events` integer DEFAULT false NOT NULL,
	`maintenance` integer DEFAULT false NOT NULL,
	`maintenance_unlimited` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_tiers_name_unique` ON `service_tiers` (`name`);--> statement-breakpoint
CREATE TABLE `password_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` integer,
	`purpose` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_tokens_token_hash_unique` ON `password_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `password_tokens_user_idx` ON `password_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_tokens_expiry_idx` ON `password_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user_idx` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry_idx` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`subject` text PRIMARY KEY NOT NULL,
	`failed_sign_ins` text NOT NULL,
	`last_at` integer NOT NULL,
	`locked_at` integer
);
--> statement-breakpoint
CREATE INDEX `sign_in_failures_last_idx` ON `sign_in_failures` (`last_at`);--> statement-breakpoint
CREATE TABLE `user_facilities` (
	`user_id` integer NOT NULL,
	`facility_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `facility_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`facility_id`) REFERENCES `facilities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_facilities_facility_idx` ON `user_facilities` (`facility_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`password_hash` text,
	`role` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`make` text,
	`reset_password` integer DEFAULT false NOT NULL,
	`notifications_email` integer DEFAULT true NOT NULL,
	`terms_accepted_at` integer,
	`failed_sign_ins` text DEFAULT '[]' NOT NULL,
	`locked_at` integer,
	`locale` text,
	`time_zone` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_customer_idx` ON `users` (`customer_id`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`serial_number` text NOT NULL,
	`manufacturer_serial_number` text,
	`name` text NOT NULL,
	`make` text NOT NULL,
	`model` text NOT NULL,
	`facility_id` integer,
	`service_tier_id` integer,
	`kiwiplan` integer DEFAULT false NOT NULL,
	`target_sheets_per_hour` real,
	`last_shadow_update_at` integer,
	`recorder_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`facility_id`) REFERENCES `facilities`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`service_tier_id`) REFERENCES `service_tiers`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_serial_number_unique` ON `devices` (`serial_number`);--> statement-breakpoint
CREATE INDEX `devices_facility_idx` ON `devices` (`facility_id`);--> statement-breakpoint
CREATE INDEX `devices_make_idx` ON `devices` (`make`);--> statement-breakpoint
CREATE TABLE `sampler_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sampler_id` integer NOT NULL,
	`key_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`sampler_id`) REFERENCES `samplers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sampler_keys_key_hash_unique` ON `sampler_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `sampler_keys_sampler_idx` ON `sampler_keys` (`sampler_id`);--> statement-breakpoint
CREATE TABLE `samplers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`name` text NOT NULL,
	`spec` text NOT NULL,
	`plc_address` text,
	`plc_port` integer,
	`dataset_name` text,
	`machine_number` text,
	`only_mapped_tags` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `samplers_device_idx` ON `samplers` (`device_id`);--> statement-breakpoint
CREATE TABLE `telemetry_definitions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sampler_id` integer NOT NULL,
	`device_id` integer NOT NULL,
	`machine_key` text NOT NULL,
	`human_key` text NOT NULL,
	`telemetry_type_id` integer,
	`primary_section` text,
	`uts_anomaly_detection_enabled` integer DEFAULT false NOT NULL,
	`threshold_anomaly_detection_enabled` integer DEFAULT true NOT NULL,
	`threshold_lower_bound_percentile` real DEFAULT 0.1,
	`threshold_upper_bound_percentile` real DEFAULT 99.9,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sampler_id`) REFERENCES `samplers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`telemetry_type_id`) REFERENCES `telemetry_types`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `telemetry_definitions_machine_key_idx` ON `telemetry_definitions` (`sampler_id`,`machine_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `telemetry_definitions_human_key_idx` ON `telemetry_definitions` (`device_id`,`human_key`);--> statement-breakpoint
CREATE TABLE `telemetry_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sampler_id` integer,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`members` text NOT NULL,
	`length` integer,
	FOREIGN KEY (`sampler_id`) REFERENCES `samplers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `telemetry_types_sampler_idx` ON `telemetry_types` (`sampler_id`);