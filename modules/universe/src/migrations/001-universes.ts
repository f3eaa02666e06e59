import type { Migration } from '@quipu/kit'

/**
 * Policies read `universe_members` and `universes`, and those of `universe_members` read only their own row, so there
 * is no recursion. Rows of the log can be added and read, and are deleted only with their universe. Policies of
 * dependent tables select that one universe: with `exists` the planner may read everyone's universes first.
 */
export const createUniverses: Migration = {
  id: '001-universes',
  sql: `
create table universes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  revision int not null default 0,
  counts json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, user_id)
);
create index universes_of_user on universes (user_id);

create table universe_members (
  universe_id uuid not null,
  owner_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('viewer', 'editor')),
  primary key (universe_id, user_id),
  check (user_id <> owner_id),
  foreign key (universe_id, owner_id) references universes (id, user_id) on delete cascade
);
create index universe_members_of_user on universe_members (user_id);

create table universe_commands (
  universe_id uuid not null references universes on delete cascade,
  revision int not null check (revision > 0),
  actor_id uuid references users (id) on delete set null,
  client_name text,
  command_id text,
  request_hash text,
  type text not null,
  is_large boolean not null,
  command json not null,
  events json not null,
  changes json,
  undoes int,
  redoes int,
  target int generated always as (coalesce(undoes, redoes)) stored,
  at timestamptz not null,
  primary key (universe_id, revision)
);
create unique index universe_commands_once on universe_commands (universe_id, command_id)
  where command_id is not null;
create index universe_commands_of_actor on universe_commands (actor_id, universe_id, revision);
create index universe_commands_of_target on universe_commands (universe_id, target, revision)
  where target is not null;

create table universe_snapshots (
  universe_id uuid not null references universes on delete cascade,
  revision int not null,
  state json not null,
  primary key (universe_id, revision)
);

alter table universe_members enable row level security;
create policy seen_by_both on universe_members for select to quipu_app
  using (quipu_may_see(user_id) or quipu_may_see(owner_id));
create policy given_by_owner on universe_members for insert to quipu_app with check (quipu_may_see(owner_id));
create policy changed_by_owner on universe_members for update to quipu_app
  using (quipu_may_see(owner_id)) with check (quipu_may_see(owner_id));
create policy ended_by_both on universe_members for delete to quipu_app
  using (quipu_may_see(user_id) or quipu_may_see(owner_id));
create policy of_everyone on universe_members to quipu_system using (true) with check (true);
grant select, insert, delete on universe_members to quipu_app;
grant update (role) on universe_members to quipu_app;
grant select, delete on universe_members to quipu_system;

alter table universes enable row level security;
create policy of_user on universes to quipu_app
  using (quipu_may_see(user_id)) with check (quipu_may_see(user_id));
create policy seen_by_members on universes for select to quipu_app
  using (exists (
    select from universe_members m where m.universe_id = universes.id and m.user_id = quipu_user()));
create policy changed_by_editors on universes for update to quipu_app
  using (exists (
    select from universe_members m
    where m.universe_id = universes.id and m.user_id = quipu_user() and m.role = 'editor'));
create policy of_everyone on universes to quipu_system using (true) with check (true);
grant select, insert, delete on universes to quipu_app;
grant update (name, revision, counts, updated_at) on universes to quipu_app;
grant select, delete on universes to quipu_system;

create function universe_may_change(universe uuid) returns boolean stable parallel safe
  return exists (
    select from universes u where u.id = universe and (
      quipu_may_see(u.user_id) or exists (
        select from universe_members m
        where m.universe_id = u.id and m.user_id = quipu_user() and m.role = 'editor')));

comment on function universe_may_change(uuid) is 'Whether the caller owns this universe or edits it.';

alter table universe_commands enable row level security;
create policy seen_with_universe on universe_commands for select to quipu_app
  using ((select u.id from universes u where u.id = universe_id) is not null);
create policy added_in_own_name on universe_commands for insert to quipu_app
  with check (actor_id = quipu_user() and universe_may_change(universe_id));
create policy of_everyone on universe_commands to quipu_system using (true);
grant select, insert on universe_commands to quipu_app;
grant select on universe_commands to quipu_system;

alter table universe_snapshots enable row level security;
create policy seen_with_universe on universe_snapshots for select to quipu_app
  using ((select u.id from universes u where u.id = universe_id) is not null);
create policy added_with_universe on universe_snapshots for insert to quipu_app
  with check (universe_may_change(universe_id));
create policy of_everyone on universe_snapshots to quipu_system using (true);
grant select, insert on universe_snapshots to quipu_app;
grant select on universe_snapshots to quipu_system;

do $$
begin
  -- What it reads is pinned: a caller's search_path or temporary table must not stand in for it.
  execute format($sql$
    create function universe_people(universe uuid) returns table (id uuid, role text)
      language sql stable security definer set search_path = %s
      as $body$
        with people as (
          select u.user_id as id, 'owner' as role from universes u where u.id = universe
          union all
          select m.user_id, m.role from universe_members m where m.universe_id = universe
        )
        select p.id, p.role from people p where exists (select from people me where me.id = quipu_user())
      $body$
  $sql$, format('%I, pg_catalog, pg_temp', current_schema()));
end
$$;

comment on function universe_people(uuid) is 'Owner and members of a universe, to one of them.';
revoke all on function universe_people(uuid) from public;
grant execute on function universe_people(uuid) to quipu_app;
`,
}
