-- Who sees what, from everybody to nobody but its owner: each includes those after it. `link` is for whoever has the
-- address, and in no list but its owner's.
create type seen_by as enum ('public', 'members', 'followers', 'mutuals', 'link', 'me');

alter table logs add column audience seen_by not null default 'members' check (audience <> 'link');
alter table lists add column audience seen_by not null default 'members';
alter table watchlist_items add column audience seen_by not null default 'members' check (audience <> 'link');
alter table favourites add column audience seen_by not null default 'members' check (audience <> 'link');
update lists set audience = 'me' where is_private;
update watchlist_items set audience = 'me' where is_private;

-- What the audience of a new one is, and of what a member has one only.
alter table members
  add column logs_audience seen_by not null default 'members' check (logs_audience <> 'link'),
  add column reviews_audience seen_by not null default 'members' check (reviews_audience <> 'link'),
  add column lists_audience seen_by not null default 'members',
  add column watchlist_audience seen_by not null default 'members' check (watchlist_audience <> 'link'),
  add column favourites_audience seen_by not null default 'members' check (favourites_audience <> 'link'),
  add column statistics_audience seen_by not null default 'members' check (statistics_audience <> 'link'),
  add column profile_audience seen_by not null default 'members' check (profile_audience <> 'link'),
  -- The newest entry that only followers who are followed back see, where it is newer than those of all followers.
  add column last_mutual_log_at timestamptz;

drop index lists_popular;
alter table lists drop column is_private;
alter table watchlist_items drop column is_private;
create index lists_popular on lists (like_count desc, created_at desc, id desc)
  where audience <= 'members' and hidden_at is null;

-- The feed reads this index alone.
drop index logs_member_entries;
create index logs_member_entries on logs (member_id, created_at desc, id desc) include (audience)
  where not seen_only and hidden_at is null and audience < 'link';
-- Few members have any: what all others' counts say is what everybody sees.
create index logs_member_narrow on logs (member_id) where audience > 'members' or hidden_at is not null;

-- Of members who have some: what those of a wider audience come to, beside what all do.
alter table statistics
  add column audience seen_by not null default 'me',
  drop constraint statistics_pkey,
  add primary key (member_id, year, audience);

-- Stars are seen by whoever sees what they stand in; what was set by hand, by whoever sees that the film was logged.
drop view given_stars;
create view given_stars as
select member_id, film_id, rating, created_at as given_at, false as by_hand, id, audience, hidden_at
from logs where rating is not null
union all
select member_id, film_id, rating, set_at, true, id,
  coalesce((
    select min(l.audience) from logs l
    where l.member_id = film_ratings.member_id and l.film_id = film_ratings.film_id and l.hidden_at is null
  ), 'me'), null
from film_ratings;
