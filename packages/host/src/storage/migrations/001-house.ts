import type { Migration } from '@quipu/kit'

export const house: Migration = {
  id: '001-house',
  sql: `
create function quipu_user() returns uuid stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

comment on function quipu_user() is 'Whose transaction this is; null for nobody.';

create function quipu_may_see(owner uuid) returns boolean stable parallel safe
  return owner = quipu_user();

comment on function quipu_may_see(uuid) is 'Decides, alone, whether the caller may see a row of this owner.';

create function quipu_protect(tbl regclass) returns void language plpgsql as $$
declare
  owned_sequence regclass;
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('create policy of_user on %s to quipu_app
    using (quipu_may_see(user_id)) with check (quipu_may_see(user_id))', tbl);
  execute format('create policy of_everyone on %s to quipu_system using (true) with check (true)', tbl);
  execute format('grant select, insert, update, delete on %s to quipu_app, quipu_system', tbl);
  for owned_sequence in
    select d.objid::regclass from pg_depend d join pg_class c on c.oid = d.objid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.refobjid = tbl and d.deptype in ('a', 'i') and c.relkind = 'S'
  loop
    execute format('grant usage on sequence %s to quipu_app, quipu_system', owned_sequence);
  end loop;
end
$$;

comment on function quipu_protect(regclass) is 'Hides the rows of a table from all but the user in its user_id.';

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null default '',
  role text not null check (role in ('viewer', 'contributor', 'admin')),
  password_hash text,
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (lower(email));
alter table users enable row level security;
create policy of_user on users for select to quipu_app using (quipu_may_see(id));
create policy of_everyone on users to quipu_system using (true) with check (true);
grant select (id, email, name, role, disabled_at, created_at, updated_at) on users to quipu_app;
grant select, insert, update, delete on users to quipu_system;

create table user_settings (
  user_id uuid primary key references users on delete cascade,
  time_zone text not null default 'UTC',
  preferences jsonb not null default '{}'
);
select quipu_protect('user_settings');

create table signing_keys (
  kid text primary key,
  alg text not null,
  public_jwk jsonb not null,
  sealed_private_jwk text not null,
  created_at timestamptz not null,
  retires_at timestamptz
);
grant select, insert, update, delete on signing_keys to quipu_system;

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  outcome text not null,
  request_id text not null,
  metadata jsonb not null default '{}'
);
create index audit_events_of_user on audit_events (user_id, at);
alter table audit_events enable row level security;
create policy of_user on audit_events for insert to quipu_app with check (quipu_may_see(user_id));
create policy read_by_everyone on audit_events for select to quipu_system using (true);
create policy of_everyone on audit_events for insert to quipu_system with check (true);
grant insert on audit_events to quipu_app;
grant select, insert on audit_events to quipu_system;

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  tool text not null,
  arguments_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
select quipu_protect('idempotency_keys');

create table spent_states (
  user_id uuid not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (user_id, nonce)
);
create index spent_states_expiry on spent_states (expires_at);
select quipu_protect('spent_states');

create table job_turns (
  name text primary key,
  next_at timestamptz not null
);
grant select, insert, update, delete on job_turns to quipu_system;
`,
}
