-- Google sign-in: the account behind an ID token, and the tokens that were used until they expire.
alter table members add column google_id text;
create unique index members_google on members (google_id);

create table google_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index google_tokens_expiry on google_tokens (expires_at);

-- A diary's order: the watched day, of undated logs the day they were made.
drop index logs_member_watched;
create index logs_member_day on logs
  (member_id, (coalesce(watched_at, (created_at at time zone 'utc')::date)) desc, created_at desc, id desc);

-- The same of those with text, GIF or image only, and the most liked of them.
create index logs_member_reviews_day on logs
  (member_id, (coalesce(watched_at, (created_at at time zone 'utc')::date)) desc, created_at desc, id desc)
  where review <> '' or gif is not null or image is not null;
create index logs_member_reviews_liked on logs (member_id, like_count desc, created_at desc, id desc)
  where review <> '' or gif is not null or image is not null;

-- The films of a member with their ratings, without reading the logs themselves.
drop index logs_member_film;
create index logs_member_film on logs (member_id, film_id, created_at desc, id desc) include (rating);

create table list_saves (
  list_id uuid not null references lists on delete cascade,
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (list_id, member_id)
);
create index list_saves_newest on list_saves (member_id, created_at desc, list_id desc);

-- Title as a search sees it: folded, after a blank. The lists domain keeps it.
alter table lists add column search_text text not null default '';
update lists set search_text = ' ' || lower(title);
create index lists_search on lists using gin (search_text gin_trgm_ops);
-- For titles that are or begin with the query; an index takes no more of the longest ones.
create index lists_title on lists ((left(search_text, 60)) text_pattern_ops);
-- Counted, as likes are; the lists domain keeps it.
alter table lists add column films_count integer not null default 0 check (films_count >= 0);
update lists l set films_count = (select count(*) from list_films f where f.list_id = l.id);
create index list_likes_newest on list_likes (list_id, created_at desc, member_id);
create index lists_popular on lists (like_count desc, created_at desc, id desc) where not is_private;

-- What goes with the row that it refers to is found by that row.
create index replies_log on replies (log_id);
create index follow_notices_followee on follow_notices (followee_id);
create index notifications_reply on notifications (reply_id) where reply_id is not null;
create index notifications_list on notifications (list_id) where list_id is not null;

-- A search reads members from each of the first words of `search_text` on: any prefix, however short and frequent,
-- is a range of an index. The expressions stand in the members domain too, letter for letter.
create index members_words_0 on members
  ((substring(search_text from '^(?: [^ ]+){0} (.{1,60})')) text_pattern_ops);
create index members_words_1 on members
  ((substring(search_text from '^(?: [^ ]+){1} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){1} (.{1,60})') is not null;
create index members_words_2 on members
  ((substring(search_text from '^(?: [^ ]+){2} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){2} (.{1,60})') is not null;
create index members_words_3 on members
  ((substring(search_text from '^(?: [^ ]+){3} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){3} (.{1,60})') is not null;
create index members_words_4 on members
  ((substring(search_text from '^(?: [^ ]+){4} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){4} (.{1,60})') is not null;
create index members_words_5 on members
  ((substring(search_text from '^(?: [^ ]+){5} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){5} (.{1,60})') is not null;
