import type { Migration } from '@quipu/kit'

export const frontDoor: Migration = {
  id: '010-front-door',
  sql: `
create table oauth_artifacts (
  kind text not null,
  id_hash text not null,
  sealed_payload text not null,
  grant_id text,
  uid_hash text,
  user_code_hash text,
  created_at timestamptz not null,
  expires_at timestamptz,
  consumed_at timestamptz,
  polled_at timestamptz,
  poll_seconds int,
  primary key (kind, id_hash)
);
create index oauth_artifacts_grant on oauth_artifacts (grant_id) where grant_id is not null;
create index oauth_artifacts_uid on oauth_artifacts (uid_hash) where uid_hash is not null;
create index oauth_artifacts_user_code on oauth_artifacts (user_code_hash) where user_code_hash is not null;
create index oauth_artifacts_expiry on oauth_artifacts (expires_at);
grant select, insert, update, delete on oauth_artifacts to quipu_system;

create table oauth_clients (
  id text primary key,
  origin text not null check (origin in ('added', 'registered')),
  metadata jsonb not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index oauth_clients_use on oauth_clients (origin, coalesce(last_used_at, created_at));
grant select, insert, update, delete on oauth_clients to quipu_system;

create table connected_apps (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  client_id text not null,
  client_name text not null,
  redirect_host text not null,
  resource text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index connected_apps_of_user on connected_apps (user_id, created_at);
create index connected_apps_of_client on connected_apps (client_id);
select quipu_protect('connected_apps');

create table consents (
  user_id uuid not null references users on delete cascade,
  client_id text not null,
  redirect_host text not null,
  resource text not null,
  scopes text[] not null,
  given_at timestamptz not null,
  primary key (user_id, client_id, redirect_host, resource)
);
select quipu_protect('consents');

create table personal_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  token_hash text not null unique,
  resource text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index personal_tokens_of_user on personal_tokens (user_id, created_at);
select quipu_protect('personal_tokens');

create table web_sessions (
  id_hash text primary key,
  user_id uuid not null references users on delete cascade,
  signed_in_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index web_sessions_of_user on web_sessions (user_id);
create index web_sessions_expiry on web_sessions (expires_at);
grant select, insert, update, delete on web_sessions to quipu_system;

create table one_time_links (
  token_hash text primary key,
  purpose text not null check (purpose in ('invitation', 'password')),
  user_id uuid not null references users on delete cascade,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_links_of_user on one_time_links (user_id);
grant select, insert, update, delete on one_time_links to quipu_system;

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_of_user on identities (user_id);
grant select, insert, update, delete on identities to quipu_system;
`,
}
