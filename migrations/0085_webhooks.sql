-- Addresses of members to which Scene tells what they did. The secrets that sign are sealed.
create table webhooks (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  url text not null,
  events text[] not null,
  secret bytea not null,
  -- Signs beside the other for a day after that was made anew.
  old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  -- Messages in a row that were given up.
  failures integer not null default 0,
  paused_at timestamptz
);
create index webhooks_member on webhooks (member_id, created_at);

-- Processes keep whose webhooks there are, so that other members' writes ask nothing.
create function tell_webhook() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'webhook:' || coalesce(new.member_id, old.member_id));
  return null;
end $$;
create trigger webhooks_change after insert or delete on webhooks
  for each row execute function tell_webhook();

-- What is or was told, each with the words in which it was told first: a repetition says the same.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  type text not null,
  -- The log or list that it is about; null of a test.
  subject uuid,
  created_at timestamptz not null,
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  status integer,
  fault text,
  next_at timestamptz
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at desc, id desc);
