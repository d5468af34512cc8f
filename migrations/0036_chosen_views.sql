CREATE TABLE `dashboard_choices` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`machine_view` text,
	`machine_order` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
