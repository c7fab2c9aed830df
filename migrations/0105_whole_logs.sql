-- What a log may hold, and what follows from that, are in one function, which PostgreSQL reads once a connection. The words of
-- checks and of generated columns it reads anew for each statement: a fifth of what the insert of a log took it.
create function complete_log() returns trigger language plpgsql as $$
begin
  if new.rating not between 1 and 10 or char_length(new.review) > 20000 or new.audience = 'link'
    or least(new.rewatch_count, new.like_count, new.reply_count) < 0
  then
    raise check_violation using table = 'logs', message = 'no log may hold this';
  end if;
  -- A film that was seen on no known day.
  new.seen_only := new.is_mark and new.watched_at is null and new.review = '' and new.gif is null and new.image is null
    and new.rewatch_count = 0 and new.tags = '{}';
  -- What lists that are sorted by likes go by: the likes, from two thousand on in steps of a thousandth of them.
  new.popularity := new.like_count - new.like_count % greatest(new.like_count / 1000, 1);
  return new;
end $$;

alter table logs
  alter column seen_only drop expression, alter column popularity drop expression,
  drop constraint logs_rating_check, drop constraint logs_review_check, drop constraint logs_audience_check,
  drop constraint logs_rewatch_count_check, drop constraint logs_like_count_check, drop constraint logs_reply_count_check;
alter table logs alter column seen_only set default false, alter column popularity set default 0;
create trigger logs_complete before insert or update on logs for each row execute function complete_log();
