-- Tokens that members make for programs of their own. Of a token there are its hash and its first characters.
create table personal_tokens (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  token_hash bytea not null unique,
  start text not null,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- To the hour.
  used_at timestamptz
);
create index personal_tokens_member on personal_tokens (member_id, created_at desc);
create index personal_tokens_age on personal_tokens (expires_at);

-- Processes keep tokens in use as they keep sessions (see 0028).
create trigger personal_tokens_end after delete on personal_tokens
  for each row execute function tell_session();
create trigger personal_tokens_use after update of used_at on personal_tokens
  for each row when (new.used_at is distinct from old.used_at) execute function tell_session();
