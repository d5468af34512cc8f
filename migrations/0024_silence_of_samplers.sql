-- Every sampler's silence is watched from now on, as a new one's is (app/features/alarms/silence-of-sampler.server.ts).
INSERT INTO alarms (device_id, name, function, extra_emails, arguments, in_alarm, priority, defined_at, is_acknowledged, created_at)
SELECT device_id, 'No data from ' || substr(name, 1, 80), 'no_data_for_time_period', '[]',
  json_object('tag_name', '', 'period', 600000, 'source', 'sampler', 'sampler_id', id, 'awaits_first', json('true')),
  0, 'medium', updated_at, 1, updated_at
FROM samplers
WHERE (SELECT count(*) FROM alarms counted WHERE counted.device_id = samplers.device_id) < 100;
--> statement-breakpoint
UPDATE devices SET recorder_version = recorder_version + 1 WHERE id IN (SELECT device_id FROM samplers);
