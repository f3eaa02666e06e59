import type { Migration } from '@quipu/kit'

/** What people who share something may know of each other: their names, and nothing else. */
export const people: Migration = {
  id: '050-people',
  sql: `
do $$
declare
  -- What these functions read is pinned: a caller's search_path or temporary table must not stand in for it.
  place constant text := format('%I, pg_catalog, pg_temp', current_schema());
begin
  execute format($sql$
    create function quipu_names(ids uuid[]) returns table (id uuid, name text)
      language sql stable security definer set search_path = %s
      as $body$
        select u.id, coalesce(nullif(u.name, ''), split_part(u.email, '@', 1))
        from users u where u.id = any (ids) and (quipu_user() is not null or current_setting('role') = 'quipu_system')
      $body$
  $sql$, place);
  execute format($sql$
    create function quipu_account_named(email text) returns table (id uuid, name text)
      language sql stable security definer set search_path = %s
      as $body$
        select u.id, coalesce(nullif(u.name, ''), split_part(u.email, '@', 1))
        from users u
        where lower(u.email) = lower(trim(quipu_account_named.email)) and u.disabled_at is null
          and (quipu_user() is not null or current_setting('role') = 'quipu_system')
      $body$
  $sql$, place);
end
$$;

comment on function quipu_names(uuid[]) is 'How these accounts are called.';
comment on function quipu_account_named(text) is 'The enabled account of an address, without regard to case.';
revoke all on function quipu_names(uuid[]), quipu_account_named(text) from public;
grant execute on function quipu_names(uuid[]), quipu_account_named(text) to quipu_app, quipu_system;
`,
}
