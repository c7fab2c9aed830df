-- One like, one notification, however often it is taken back and given again.
delete from notifications n using notifications earlier
where n.type = 'list_like' and earlier.type = 'list_like' and n.member_id = earlier.member_id
  and n.from_id = earlier.from_id and n.list_id = earlier.list_id and earlier.id < n.id;
create unique index notifications_list_like on notifications (member_id, from_id, list_id) where type = 'list_like';

-- Counted, as likes are.
alter table lists add column save_count integer not null default 0 check (save_count >= 0);
update lists l set save_count = (select count(*) from list_saves s where s.list_id = l.id);
create index list_saves_of_list on list_saves (list_id, created_at desc, member_id);

-- What a member's questions to a language model took on a day (UTC).
create table assistant_usage (
  member_id uuid not null references members on delete cascade,
  day date not null,
  tokens integer not null check (tokens >= 0),
  primary key (member_id, day)
);
create index assistant_usage_day on assistant_usage (day);

-- ISO 3166-1 alpha-2; empty until the film is read again.
alter table films add column origin_countries text[] not null default '{}';
