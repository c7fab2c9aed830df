-- Whether search engines may list a member's pages for guests.
alter table members add column search_engines boolean not null default false;

-- What a film's page shows to guests, and whom the site map names; few of each.
create index logs_public_reviews on logs (film_id, like_count desc, created_at desc, id desc)
  where review <> '' and audience <= 'public' and hidden_at is null;
create index members_in_search_engines on members (id) where search_engines and profile_audience <= 'public';

-- Processes keep pages for guests (see 0028): these tell of whom, and of which film, something on them changed. Counts, which
-- change often, they may tell a minute late.
create function tell_guests() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  perform pg_notify('changes', 'guests:' || changed.member_id);
  if tg_table_name = 'logs' then
    perform pg_notify('changes', 'guests:' || changed.film_id);
  end if;
  return null;
end $$;
create trigger logs_come_to_guests after insert on logs
  for each row when (new.audience = 'public') execute function tell_guests();
create trigger logs_leave_guests after delete on logs
  for each row when (old.audience = 'public') execute function tell_guests();
create trigger logs_shown_to_guests
  after update of review, review_emphasis, spoilers, rating, watched_at, rewatch_count, gif, image, film_id, seen_only,
    audience, hidden_at on logs
  for each row when (old.audience = 'public' or new.audience = 'public') execute function tell_guests();
create trigger lists_come_to_guests after insert on lists
  for each row when (new.audience in ('public', 'link')) execute function tell_guests();
create trigger lists_leave_guests after delete on lists
  for each row when (old.audience in ('public', 'link')) execute function tell_guests();
-- Whatever is done to its films moves `updated_at`.
create trigger lists_shown_to_guests
  after update of title, description, cover, is_ranked, audience, hidden_at, updated_at on lists
  for each row when (old.audience in ('public', 'link') or new.audience in ('public', 'link'))
  execute function tell_guests();
create trigger watchlist_items_come_to_guests after insert on watchlist_items
  for each row when (new.audience = 'public') execute function tell_guests();
create trigger watchlist_items_leave_guests after delete on watchlist_items
  for each row when (old.audience = 'public') execute function tell_guests();
create trigger watchlist_items_shown_to_guests after update of audience on watchlist_items
  for each row when (old.audience <> new.audience) execute function tell_guests();

create function tell_guests_of_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'guests:' || old.id);
  return null;
end $$;
create trigger members_shown_to_guests
  after update of username, name, bio, avatar, backdrop, socials, favorite_film_ids, profile_audience,
    favourites_audience, statistics_audience, search_engines, suspended_at, limited_at, pending_since on members
  for each row when ((old.username, old.name, old.bio, old.avatar, old.backdrop, old.socials, old.favorite_film_ids,
      old.profile_audience, old.favourites_audience, old.statistics_audience, old.search_engines, old.suspended_at,
      old.limited_at, old.pending_since)
    is distinct from (new.username, new.name, new.bio, new.avatar, new.backdrop, new.socials, new.favorite_film_ids,
      new.profile_audience, new.favourites_audience, new.statistics_audience, new.search_engines, new.suspended_at,
      new.limited_at, new.pending_since))
  execute function tell_guests_of_member();
create trigger members_leave_guests after delete on members
  for each row execute function tell_guests_of_member();
