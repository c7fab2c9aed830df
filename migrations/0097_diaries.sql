-- What a member's logs come to: every member has one, which each write of their logs locks and changes. A change of
-- `members` would cost several times as much, for its indexes and checks. Nothing here is indexed but the key, and pages
-- keep room, so that a changed row stays on its page and no index is written.
create table diaries (
  member_id uuid primary key references members on delete cascade,
  films_count integer not null default 0 check (films_count >= 0),
  last_log_at timestamptz,
  -- The newest entry that only followers who are followed back see, where it is newer than those of all followers.
  last_mutual_log_at timestamptz,
  -- Goes up with every write of the member's logs.
  logs_version integer not null default 0
) with (fillfactor = 70);

insert into diaries (member_id, films_count, last_log_at, last_mutual_log_at, logs_version)
  select id, films_count, last_log_at, last_mutual_log_at, logs_version from members;

create function add_diary() returns trigger language plpgsql as $$
begin
  insert into diaries (member_id) values (new.id);
  return null;
end $$;
create trigger members_diary after insert on members for each row execute function add_diary();

alter table members drop column films_count, drop column last_log_at, drop column last_mutual_log_at,
  drop column logs_version;
