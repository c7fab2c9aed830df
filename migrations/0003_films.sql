-- Answers are read by the top-level comment that they hang below, however deep; the comment counts those not deleted.
alter table replies
  add column root_id uuid references replies on delete cascade,
  add column answer_count integer not null default 0 check (answer_count >= 0),
  add column idempotency_key uuid,
  add column request_hash bytea,
  add unique (member_id, idempotency_key);
with recursive below (id, root_id) as (
  select id, parent_id from replies
  where parent_id in (select id from replies where parent_id is null)
  union all
  select r.id, below.root_id from replies r join below on r.parent_id = below.id
)
update replies r set root_id = below.root_id from below where below.id = r.id;
update replies r set answer_count = counted.answers
from (select root_id, count(*)::int as answers from replies where not deleted group by root_id) counted
where counted.root_id = r.id;
alter table replies add check ((parent_id is null) = (root_id is null));
create index replies_root on replies (root_id, created_at, id) where root_id is not null;

-- One like, one notification, however often it is taken back and given again.
create unique index notifications_reaction on notifications (member_id, from_id, reply_id) where type = 'reaction';

-- The text tells what happens in the film.
alter table logs add column spoilers boolean not null default false;

-- GIFs by their address on our own origin: those that the provider lately showed and those that members used.
create table gifs (
  address text primary key,
  provider text not null,
  -- At the provider; null for what Scene draws itself.
  source_url text,
  source_still text,
  title text not null default '',
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  used boolean not null default false,
  seen_at timestamptz not null default now()
);
create index gifs_unused on gifs (seen_at) where not used;

-- The same thing suggested to the same member again is not told again before it was read.
create unique index notifications_film_shared on notifications (member_id, from_id, film_id)
  where type = 'suggest_movie' and read_at is null;
create unique index notifications_review_shared on notifications (member_id, from_id, log_id)
  where type = 'share-review' and read_at is null;
create unique index notifications_list_shared on notifications (member_id, from_id, list_id)
  where type = 'share-list' and read_at is null;

-- A retry of the same new list makes no second one.
alter table lists
  add column idempotency_key uuid,
  add column request_hash bytea,
  add unique (member_id, idempotency_key);
