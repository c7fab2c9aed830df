-- Processes keep a few rows that every request asks for. These triggers tell them which of those are no longer true:
-- on the channel `changes`, a word of the form `topic:key`. Rows that come are not told of: nobody keeps what is not there,
-- but for the numbers of films.
create function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'member:' || old.member_id);
  return null;
end $$;
create trigger sessions_end after delete on sessions
  for each row execute function tell_session();
create trigger sessions_move after update of expires_at on sessions
  for each row when (new.expires_at <> old.expires_at) execute function tell_session();

create function tell_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'member:' || old.id);
  return null;
end $$;
create trigger members_seen_by_calls after update of username, email_verified_at, locale, film_titles on members
  for each row when ((new.username, new.email_verified_at, new.locale, new.film_titles)
    is distinct from (old.username, old.email_verified_at, old.locale, old.film_titles))
  execute function tell_member();

create function tell_film_numbers() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'film_numbers:');
  return null;
end $$;
create trigger film_redirects_change after insert or update or delete on film_redirects
  for each statement execute function tell_film_numbers();
