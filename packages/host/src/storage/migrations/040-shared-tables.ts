import type { Migration } from '@quipu/kit'

/**
 * For data that belong to the installation: every account can read the rows, accounts of certain roles can change them.
 */
export const sharedTables: Migration = {
  id: '040-shared-tables',
  sql: `
create function quipu_has_role(allowed text[]) returns boolean stable parallel safe
  return exists (select from users where id = quipu_user() and role = any (allowed) and disabled_at is null);

comment on function quipu_has_role(text[]) is 'Whether the caller has one of these roles now.';

create function quipu_share(tbl regclass, writers text[]) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('create policy seen_by_all on %s for select to quipu_app using (quipu_user() is not null)', tbl);
  execute format('create policy changed_by_roles on %s to quipu_app
    using ((select quipu_has_role(%L))) with check ((select quipu_has_role(%L)))', tbl, writers, writers);
  execute format('create policy of_everyone on %s to quipu_system using (true) with check (true)', tbl);
  execute format('grant select, insert, update, delete on %s to quipu_app, quipu_system', tbl);
end
$$;

comment on function quipu_share(regclass, text[]) is
  'Shows the rows of a table to every account and lets those of some roles change them.';
`,
}
