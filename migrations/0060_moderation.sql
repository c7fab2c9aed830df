-- Since when moderators keep it from everybody but its author.
alter table logs add column hidden_at timestamptz;
alter table replies add column hidden_at timestamptz;
alter table lists add column hidden_at timestamptz;
-- Since when the file is given to nobody.
alter table media add column hidden_at timestamptz;
create index media_hidden on media (path) where hidden_at is not null;
-- Since when a member is shown to those only who look for them or follow them.
alter table members add column limited_at timestamptz;

-- The feed reads this index alone: what is hidden is not in it.
drop index logs_member_entries;
create index logs_member_entries on logs (member_id, created_at desc, id desc)
  where not seen_only and hidden_at is null;

-- What was reported: one row for each thing, however many report it, until it is decided.
create table report_cases (
  id uuid primary key,
  kind text not null check (kind in ('member', 'log', 'reply', 'list', 'picture', 'address')),
  -- The id of what is reported, or the address of a picture or a page.
  target text not null,
  -- Whose it is; nobody's any more when they left.
  member_id uuid references members on delete set null,
  -- As it was when it was reported first.
  content jsonb not null,
  report_count integer not null default 0,
  opened_at timestamptz not null,
  decided_at timestamptz
);
create unique index report_cases_open on report_cases (kind, target) where decided_at is null;
create index report_cases_waiting on report_cases (opened_at desc, id desc) where decided_at is null;
create index report_cases_decided on report_cases (decided_at desc, id desc) where decided_at is not null;
create index report_cases_member on report_cases (member_id);

create table reports (
  -- What a receipt names.
  id integer primary key generated always as identity,
  case_id uuid not null references report_cases on delete cascade,
  -- None for a guest, and for a member who left.
  reporter_id uuid references members on delete set null,
  guest_name text,
  guest_email text,
  locale text not null,
  reason text not null,
  text text not null,
  created_at timestamptz not null
);
create unique index reports_once on reports (case_id, reporter_id) where reporter_id is not null;
create unique index reports_guest_once on reports (case_id, lower(guest_email)) where guest_email is not null;
create index reports_reporter on reports (reporter_id, id desc);
create index reports_guest on reports (created_at) where guest_email is not null;

create table moderation_decisions (
  id uuid primary key,
  case_id uuid not null references report_cases on delete cascade,
  -- Whom it is about.
  member_id uuid references members on delete set null,
  moderator_id uuid references members on delete set null,
  act text not null check (act in ('none', 'hide', 'remove', 'spoiler', 'limit', 'suspend', 'restore', 'message')),
  ground text not null,
  facts text not null,
  decided_at timestamptz not null,
  -- Since when what it did is taken back.
  lifted_at timestamptz,
  -- Of the link in the mail, by which somebody who cannot log in appeals.
  appeal_hash bytea,
  appeal_text text,
  appealed_at timestamptz,
  appeal_moderator_id uuid references members on delete set null,
  appeal_outcome text check (appeal_outcome in ('kept', 'lifted')),
  appeal_answer text,
  appeal_decided_at timestamptz
);
create index moderation_decisions_case on moderation_decisions (case_id, decided_at);
create index moderation_decisions_member on moderation_decisions (member_id, decided_at desc, id desc);
create unique index moderation_decisions_link on moderation_decisions (appeal_hash) where appeal_hash is not null;
create index moderation_decisions_appeals on moderation_decisions (appealed_at, id)
  where appealed_at is not null and appeal_decided_at is null;
create index moderation_decisions_moderator on moderation_decisions (moderator_id);
create index moderation_decisions_appeal_moderator on moderation_decisions (appeal_moderator_id);
