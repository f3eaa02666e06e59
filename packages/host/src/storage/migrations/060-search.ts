import type { Migration } from '@quipu/kit'

/**
 * Under row-level security text indexes are never used: their operators could reveal rows in errors, so they are
 * evaluated after the policy. A view that the owner of the table reads, with the same policy as a condition, does not
 * have this restriction.
 */
export const search: Migration = {
  id: '060-search',
  sql: `
create function quipu_searchable(tbl regclass) returns void language plpgsql as $$
declare
  visible text;
  name text;
begin
  select string_agg(pg_get_expr(p.polqual, p.polrelid), ' or '), min(c.relname) into visible, name
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where p.polrelid = tbl and p.polpermissive and p.polcmd in ('r', '*') and 'quipu_app'::regrole = any (p.polroles);
  if visible is null then
    raise exception '% has no policy for users: call quipu_protect or quipu_share first', tbl;
  end if;
  execute format('create or replace view %I as select * from %s where %s', 'own_' || name, tbl, visible);
  execute format('grant select on %I to quipu_app', 'own_' || name);
end
$$;

comment on function quipu_searchable(regclass) is
  'Makes the view own_<table>: the rows that the caller may see, found by every index that the table has.';
`,
}
