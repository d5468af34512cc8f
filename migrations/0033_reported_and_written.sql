CREATE INDEX `events_reported_idx` ON `events` (`device_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `comments_written_idx` ON `comments` (`device_id`,`created_at`);