-- Since when a session has proved again who it is; what harms an account wants that to be minutes ago.
alter table sessions add column confirmed_at timestamptz;

-- Two-step codes of a member. Of one that is not confirmed yet nothing is asked.
create table second_steps (
  member_id uuid primary key references members on delete cascade,
  -- Sealed with a key that is not in the database.
  secret bytea not null,
  confirmed_at timestamptz,
  -- The last thirty seconds whose code was used: no code works twice.
  last_step bigint not null default 0
);

-- Wrong codes, those of devices of the member and those of strangers apart, as `codes` has it.
create table second_step_tries (
  member_id uuid not null references members on delete cascade,
  known_device boolean not null,
  tries smallint not null,
  tried_at timestamptz not null,
  primary key (member_id, known_device)
);

create table recovery_codes (
  member_id uuid not null references members on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

-- What passkeys know a member by.
alter table members add column passkey_handle bytea;

create table passkeys (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- It is kept on more than one device.
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_member on passkeys (member_id, created_at);

-- What waits for an answer for some minutes, by a hash of what has to come back. Without a member it is anybody's.
create table challenges (
  hash bytea primary key,
  purpose text not null check (purpose in ('second-step', 'passkey-sign-in', 'passkey-add', 'passkey-confirm')),
  member_id uuid references members on delete cascade,
  expires_at timestamptz not null
);
create index challenges_member on challenges (member_id);
create index challenges_age on challenges (expires_at);

-- A change of address that waits for codes from one address or both. An address that was never proved is not asked.
create table email_changes (
  member_id uuid primary key references members on delete cascade,
  email text not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null
);
create index email_changes_age on email_changes (expires_at);
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'change-email-old', 'change-email-new'));
