/**
 * The highest id that was assigned to a row. The function locks the sequence for reading: while PostgreSQL writes a change of it to its
 * log, `last_value` of the sequence itself is up to 32 too high for a moment, and ids that nobody has would be closed. It is null before the first id.
 */
export const handedOut = `coalesce(pg_sequence_last_value('audit_events_id_seq'::regclass),
  (select last_value - 1 from audit_events_id_seq where not is_called), 0)`
