CREATE INDEX `audit_entries_type_idx` ON `audit_entries` (`subject_type`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_actor_idx` ON `audit_entries` (`actor_user_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_at_idx` ON `audit_entries` (`at`,`id`);
--> statement-breakpoint
-- The log is only added to. An entry that counts (failed sign-ins of an hour) goes on counting; nothing else changes.
CREATE TRIGGER `audit_entries_stay` BEFORE UPDATE ON `audit_entries`
WHEN OLD.counted_as IS NULL OR NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at
  OR NEW.actor_user_id IS NOT OLD.actor_user_id OR NEW.actor_role IS NOT OLD.actor_role
  OR NEW.action IS NOT OLD.action OR NEW.subject_type IS NOT OLD.subject_type
  OR NEW.subject_id IS NOT OLD.subject_id OR NEW.customer_id IS NOT OLD.customer_id
  OR NEW.address IS NOT OLD.address OR NEW.before IS NOT OLD.before
  OR NEW.counted_as IS NOT OLD.counted_as OR NEW.count <= OLD.count
BEGIN
  SELECT RAISE(ABORT, 'entries of the audit log are never changed');
END;
--> statement-breakpoint
-- Kept for three years (94,608,000 s); what is older may go.
CREATE TRIGGER `audit_entries_keep` BEFORE DELETE ON `audit_entries`
WHEN OLD.at > (unixepoch() - 94608000) * 1000
BEGIN
  SELECT RAISE(ABORT, 'entries of the audit log are kept for three years');
END;
