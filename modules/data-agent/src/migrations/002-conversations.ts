import type { Migration } from '@quipu/kit'

/** Conversations and preferences. The conversations of a dropped ontology can still be read. */
export const createConversations: Migration = {
  id: '002-conversations',
  sql: `
create table conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  ontology_id uuid references ontologies on delete set null,
  title text not null,
  client_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index conversations_of_user on conversations (user_id, updated_at desc, id);
create index conversations_of_ontology on conversations (ontology_id);
select quipu_protect('conversations');

create table conversation_turns (
  user_id uuid not null references users (id) on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  position int not null,
  question text not null,
  status text not null,
  artifacts jsonb not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (conversation_id, position)
);
create index conversation_turns_of_user on conversation_turns (user_id);
select quipu_protect('conversation_turns');

create table reading_preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  ontology_id uuid references ontologies on delete cascade,
  label text not null,
  choice text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (user_id, ontology_id, label)
);
create index reading_preferences_of_ontology on reading_preferences (ontology_id);
select quipu_protect('reading_preferences');
`,
}
