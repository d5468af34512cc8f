CREATE TABLE `hidden_facilities` (
	`user_id` integer NOT NULL,
	`facility_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `facility_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`facility_id`) REFERENCES `facilities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hidden_facilities_facility_idx` ON `hidden_facilities` (`facility_id`);