ALTER TABLE `comments` ADD `points_at` integer;--> statement-breakpoint
CREATE INDEX `comments_points_at_idx` ON `comments` (`device_id`,`points_at`);