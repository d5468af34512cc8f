CREATE TABLE `maintenance_copy_notices` (
	`maintenance_id` integer NOT NULL,
	`email_cc_id` integer NOT NULL,
	`life_from` integer NOT NULL,
	`stage` text NOT NULL,
	`count` integer NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`maintenance_id`, `email_cc_id`, `life_from`, `stage`, `count`),
	FOREIGN KEY (`maintenance_id`) REFERENCES `maintenances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`email_cc_id`) REFERENCES `email_ccs`(`id`) ON UPDATE no action ON DELETE cascade
);
