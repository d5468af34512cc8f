CREATE TABLE `downtime_predictions` (
	`device_id` integer PRIMARY KEY NOT NULL,
	`prediction` real,
	`horizon_minutes` integer NOT NULL,
	`reason` text,
	`predicted_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `machine_days` (
	`device_id` integer NOT NULL,
	`day` integer NOT NULL,
	`hours` text NOT NULL,
	`reads` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`device_id`, `day`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `prediction_models` (
	`make` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`model` text,
	`report` text NOT NULL,
	`trained_at` integer NOT NULL
);
