-- A film that was seen on no known day: a log that is only a mark, with stars at most. With a day, a text or anything
-- else it becomes an entry of the diary; of what is an entry nothing becomes a mark.
alter table logs add column is_mark boolean not null default false;

-- What "Seen", stars without the editor and imports of ratings and of watched films made until now.
update logs set is_mark = true
where watched_at is null and review = '' and gif is null and image is null and rewatch_count = 0 and tags = '{}'
  and (import_key like '%:seen:%' or (import_key is null and like_count = 0 and reply_count = 0));

alter table logs add column seen_only boolean not null generated always as (
  is_mark and watched_at is null and review = '' and gif is null and image is null and rewatch_count = 0 and tags = '{}'
) stored;

-- Friends' activity and the order of a diary are of entries alone.
create index logs_member_entries on logs (member_id, created_at desc, id desc) where not seen_only;
drop index logs_member_day;
create index logs_member_day on logs
  (member_id, (coalesce(watched_at, (created_at at time zone 'utc')::date)) desc, created_at desc, id desc)
  where not seen_only;

update members m set last_log_at = (
  select created_at from logs where member_id = m.id and not seen_only order by created_at desc, id desc limit 1
)
where exists (select from logs where member_id = m.id and seen_only);
