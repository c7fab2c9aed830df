-- How the words of a member's names sound (src/shared/sounds.ts), so that "محمد" is found by "mohamed". Null where the
-- member came before there was such a column, until the job of the members domain has been there.
alter table members add column search_sounds text[];
create index members_sounds on members using gin (search_sounds);
create index members_unsounded on members (id) where search_sounds is null;

-- How widely a member is followed, as a power of two. A column of its own: it changes so seldom that counting a follow
-- hardly ever touches an index.
alter table members add column reach smallint not null
  generated always as (case when followers_count < 16 then 0 else floor(log(2, followers_count)) end) stored;
-- The most followed ones come first in searches that half of all members fit.
create index members_reach on members (reach desc, id) include (search_text, search_sounds) where reach > 0;

-- Actors and directors of the films that are logged most here, in order; a job of the films domain writes all of them
-- anew.
create table seen_people (
  role text not null check (role in ('actor', 'director')),
  place smallint not null,
  person_id integer not null,
  name text not null,
  profile_path text not null,
  -- Titles of the films for which they are here, those logged most first.
  known_for text[] not null,
  primary key (role, place)
);
