import type { Migration } from '@quipu/kit'

/** Rows are removed from the audit by whole seals, the oldest first; the chain then begins at the last removed seal. */
export const auditRetention: Migration = {
  id: '080-audit-retention',
  sql: `
alter table audit_chain add column start jsonb;
comment on column audit_chain.start is 'The last seal that was removed with its rows, where the chain begins; null while all are there.';

do $$
declare
  place constant text := format('%I, pg_catalog, pg_temp', current_schema());
begin
  execute format($sql$
    create function quipu_forget_audit(former_mac text, new_start jsonb, new_mac text) returns bigint
      language plpgsql security definer set search_path = %s
      as $body$
      declare
        gone bigint;
        upto constant bigint := (new_start->>'number')::bigint;
      begin
        update audit_chain set start = new_start, mac = new_mac where mac = former_mac and number >= upto;
        if not found then
          return null;
        end if;
        delete from audit_events e using (
            select unnest(ids) as range from audit_seals where number <= upto) left_out
          where e.id >= lower(left_out.range) and e.id < upper(left_out.range);
        get diagnostics gone = row_count;
        delete from audit_seals where number <= upto;
        return gone;
      end
      $body$
  $sql$, place);
end
$$;
comment on function quipu_forget_audit(text, jsonb, text) is
  'Removes the oldest seals with their rows. Whoever cannot make the MAC of the head leaves a chain that does not verify.';
revoke all on function quipu_forget_audit(text, jsonb, text) from public;
grant execute on function quipu_forget_audit(text, jsonb, text) to quipu_system;

drop index audit_events_of_user;
create index audit_events_of_user on audit_events (user_id, id);
create index audit_events_of_action on audit_events (action collate "C", id);
create index audit_events_of_thing on audit_events (resource_id, id);
create index audit_events_of_outcome on audit_events (outcome, id) where outcome <> 'ok';
`,
}
