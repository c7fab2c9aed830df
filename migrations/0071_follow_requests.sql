-- Whoever would like to follow a locked member asks first.
alter table members add column locked boolean not null default false;

create table follow_requests (
  requester_id uuid not null references members on delete cascade,
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null,
  -- The requester is not told: to them it waits until they take it back.
  declined_at timestamptz,
  -- Taken back after it was declined: kept for a while, so that asking again tells nobody anything.
  withdrawn boolean not null default false,
  primary key (requester_id, member_id),
  check (requester_id <> member_id)
);
create index follow_requests_newest on follow_requests (member_id, created_at desc, requester_id desc);
