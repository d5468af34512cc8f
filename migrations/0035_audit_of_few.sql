CREATE INDEX `audit_entries_customer_type_idx` ON `audit_entries` (`customer_id`,`subject_type`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_customer_actor_idx` ON `audit_entries` (`customer_id`,`actor_user_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_actor_type_idx` ON `audit_entries` (`actor_user_id`,`subject_type`,`id`);