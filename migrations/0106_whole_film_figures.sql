-- What a film's figures may be, and the step that follows from its logs, are in one function, as for logs: each log that is
-- written changes a row, and PostgreSQL read the words of four checks and of a generated column for it anew.
create function complete_film_stats() returns trigger language plpgsql as $$
begin
  if least(new.logs, new.ratings, new.rating_sum) < 0 or cardinality(new.by_rating) <> 10 then
    raise check_violation using table = 'film_stats', message = 'no film may have these figures';
  end if;
  -- Up to seven the logs, from there on an eighth of them: most logs change no indexed column of their film.
  new.logs_step := least(new.logs, new.logs / 8 + 7);
  return new;
end $$;

alter table film_stats
  alter column logs_step drop expression,
  drop constraint film_stats_logs_check, drop constraint film_stats_ratings_check,
  drop constraint film_stats_rating_sum_check, drop constraint film_stats_by_rating_check;
alter table film_stats alter column logs_step set default 0;
create trigger film_stats_complete before insert or update on film_stats for each row execute function complete_film_stats();
