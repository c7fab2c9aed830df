-- Likes of one thing that come within twelve hours of the first of them are a group: `group_id` is the first's id, and
-- `group_at` its time. Null for what stands alone.
alter table notifications
  add column group_id uuid,
  add column group_at timestamptz,
  add check ((group_id is null) = (group_at is null));

-- Dropped for the update below, and made again with what a new like looks for: the newest group of its thing.
drop index notifications_log;
drop index notifications_reply;
drop index notifications_list;

do $$
declare
  one record;
  last_thing text;
  first_id uuid;
  first_at timestamptz;
begin
  create temporary table grouped (id uuid, group_id uuid, group_at timestamptz) on commit drop;
  for one in
    select id, created_at, concat_ws(' ', member_id, type, coalesce(reply_id, log_id, list_id)) collate "C" as thing
    from notifications
    where type in ('review_like', 'reaction', 'list_like') and coalesce(reply_id, log_id, list_id) is not null
    order by thing, created_at, id
  loop
    if one.thing is distinct from last_thing or one.created_at > first_at + interval '12 hours' then
      last_thing := one.thing;
      first_id := one.id;
      first_at := one.created_at;
    end if;
    insert into grouped values (one.id, first_id, first_at);
  end loop;
  analyze grouped;
  update notifications n set group_id = grouped.group_id, group_at = grouped.group_at
  from grouped where grouped.id = n.id;
end $$;

create index notifications_log on notifications (log_id, type, group_at desc);
create index notifications_reply on notifications (reply_id, group_at desc) where reply_id is not null;
create index notifications_list on notifications (list_id, group_at desc) where list_id is not null;

-- From group to group, however many are in one, and within a group from the newest on: who, and whether it is read,
-- without the table.
create index notifications_groups on notifications (member_id, group_at desc, group_id desc, created_at desc, id desc)
  include (from_id, read_at) where group_id is not null and is_shown;
-- What stands between them.
create index notifications_alone on notifications (member_id, created_at desc, id desc)
  where group_id is null and is_shown;

-- A browser's name of a time zone where the database knows it too, else UTC: a list does not fail by it.
create function known_zone(name text) returns text language plpgsql stable as $$
begin
  perform now() at time zone name;
  return coalesce(name, 'UTC');
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- The year that a member is told is ready to be looked back at: once.
alter table notifications add column year smallint;
create unique index notifications_year on notifications (member_id, year) where type = 'year-review';
-- When its member was told that it is there to be looked back at.
alter table statistics add column told_at timestamptz;
