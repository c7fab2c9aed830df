-- Whether a member may be shown to members who do not follow them yet: among suggestions, and with reviews on home.
alter table members add column discoverable boolean not null default true;

-- When a member went through the first steps or left them. Who is here already has no need of them.
alter table members add column welcomed_at timestamptz default now();
alter table members alter column welcomed_at drop default;

-- What was watched lately, by whomever; a log without a day says nothing of when.
create index logs_newest_watched on logs (created_at desc) include (film_id, member_id) where watched_at is not null;

-- The newest texts of all, and those of one member.
create index logs_newest_texts on logs (created_at desc, id desc) include (member_id) where review <> '';
create index logs_member_texts on logs (member_id, created_at desc, id desc) where review <> '';
