-- What reaches a member, where and when. Kept is only where it differs from what members begin with ('push:likes'), so
-- that what they begin with may change, and a member without a row has it.
create table notification_settings (
  member_id uuid primary key references members on delete cascade,
  switched text[] not null default '{}',
  -- No push and no mail from the one to the other, by the member's clock; both or none.
  quiet_from time,
  quiet_to time,
  mail_after_minutes integer not null default 30,
  -- 0 is Sunday. Null where no digest is wanted.
  digest_day integer check (digest_day between 0 and 6),
  -- The member's own day of the last one.
  digest_on date,
  -- When notifications last went by mail.
  mailed_at timestamptz,
  check ((quiet_from is null) = (quiet_to is null))
);
create index notification_settings_digest on notification_settings (digest_day, member_id) where digest_day is not null;

-- `mail_at`: when it goes by mail unless it is read by then; null where none is wanted, or it went.
alter table notifications
  add column is_shown boolean not null default true,
  add column mail_at timestamptz;
create index notifications_mail on notifications (mail_at) where mail_at is not null;

-- Browsers that are told by their makers' push services; each belongs to a login and goes with it.
create table push_subscriptions (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique,
  -- Of the browser, in base64url: only it reads what is encrypted with them.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Since when what came waits to be told as one message.
  waiting_since timestamptz,
  -- Messages since then, of an hour's budget.
  hour_began timestamptz,
  hour_count integer not null default 0
);
create index push_subscriptions_member on push_subscriptions (member_id, created_at);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Processes keep who has any, so that all other notifications ask nothing.
create function tell_push() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'push:' || coalesce(new.member_id, old.member_id));
  if tg_op = 'UPDATE' then perform pg_notify('changes', 'push:' || old.member_id); end if;
  return null;
end $$;
create trigger push_change after insert or delete or update of member_id on push_subscriptions
  for each row execute function tell_push();

-- The pair of keys by which push services know this Scene (VAPID); the private one is sealed.
create table push_keys (
  single boolean primary key default true check (single),
  public_key text not null,
  private_key bytea not null
);

-- What links at the foot of mails hold; whoever has only the database cannot make one.
create table unsubscribe_tokens (
  token_hash bytea primary key,
  member_id uuid not null references members on delete cascade,
  kind text not null,
  created_at timestamptz not null
);
create index unsubscribe_tokens_member on unsubscribe_tokens (member_id);
