-- Processes also keep what every list shows of films and of members (see 0028): a film's titles and pictures in every
-- language, a member's name and picture.
drop trigger members_seen_by_calls on members;
create trigger members_seen_by_calls after update of username, avatar, email_verified_at, locale, film_titles on members
  for each row when ((new.username, new.avatar, new.email_verified_at, new.locale, new.film_titles)
    is distinct from (old.username, old.avatar, old.email_verified_at, old.locale, old.film_titles))
  execute function tell_member();
create trigger members_end after delete on members
  for each row execute function tell_member();

create function tell_film() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'film:' || old.id);
  return null;
end $$;
create trigger films_shown
  after update of title, original_title, original_language, release_date, runtime, poster_path, backdrop_path on films
  for each row when ((new.title, new.original_title, new.original_language, new.release_date, new.runtime,
      new.poster_path, new.backdrop_path)
    is distinct from (old.title, old.original_title, old.original_language, old.release_date, old.runtime,
      old.poster_path, old.backdrop_path))
  execute function tell_film();

create function tell_film_text() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'film:' || coalesce(new.film_id, old.film_id));
  return null;
end $$;
create trigger film_texts_come after insert or delete on film_texts
  for each row execute function tell_film_text();
create trigger film_texts_shown after update of title, poster_path on film_texts
  for each row when ((new.title, new.poster_path) is distinct from (old.title, old.poster_path))
  execute function tell_film_text();
