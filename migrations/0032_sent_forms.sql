CREATE TABLE `sent_forms` (
	`key` text PRIMARY KEY NOT NULL,
	`content_hash` text NOT NULL,
	`subject_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
