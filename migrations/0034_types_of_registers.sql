-- The base types that samplers of before lack; one that a sampler reported by that name stays its own.
INSERT OR IGNORE INTO `telemetry_types` (`sampler_id`, `name`, `type`, `members`)
SELECT `samplers`.`id`, `added`.`key`, `added`.`value`, '[]' FROM `samplers`, json_each('{"LINT":"integer","USINT":"integer","UINT":"integer","UDINT":"integer","ULINT":"integer","BYTE":"integer","WORD":"integer","DWORD":"integer","LWORD":"integer","LREAL":"float"}') AS `added`;
