-- Invites by which people join where the operator asks for one. Of a code there is only its hash.
create table invites (
  id uuid primary key,
  code_hash bytea not null unique,
  -- What the operator wrote beside it, for themselves.
  note text not null,
  uses integer not null default 0,
  max_uses integer not null check (max_uses > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (uses <= max_uses)
);

-- Since when somebody waits for an operator to let them in; null for all who are in. They have no session and nothing but
-- their row, and nobody else is shown it: processes that keep rows of members never had one of these (see 0034).
alter table members
  add column pending_since timestamptz,
  -- Why they would like to join, in their words; forgotten once they are in.
  add column join_reason text;
create index members_pending on members (id) where pending_since is not null;

-- Links of the terminal that make the first operator, until there is one. Of the token there is only its hash.
create table operator_links (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
