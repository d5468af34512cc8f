DROP INDEX `telemetry_types_sampler_idx`;--> statement-breakpoint
ALTER TABLE `telemetry_types` ADD `is_reported` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `telemetry_types` ADD `gone_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `telemetry_types_name_idx` ON `telemetry_types` (`sampler_id`,`name`);--> statement-breakpoint
ALTER TABLE `telemetry_definitions` ADD `is_type_gone` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Members were names alone, all of them of TIMER and COUNTER.
UPDATE `telemetry_types` SET `members` = (SELECT json_group_array(json_object('name', value, 'type', CASE WHEN value IN ('PRE', 'ACC') THEN 'integer' ELSE 'boolean' END)) FROM json_each(`members`)) WHERE json_type(`members`, '$[0]') = 'text';
