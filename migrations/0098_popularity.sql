-- What lists that are sorted by likes go by: the likes of a log, from two thousand on in steps of a thousandth of them. So
-- most likes of what many like change no indexed column, and PostgreSQL writes none of the indexes. Pages keep room for that.
alter table logs set (fillfactor = 95);
drop index logs_film_popular, logs_member_reviews_liked, logs_public_reviews;
-- Only what has a key can be asked for by it.
alter table logs drop constraint logs_member_id_idempotency_key_key;
alter table logs add column popularity integer not null generated always as (
  like_count - like_count % greatest(like_count / 1000, 1)
) stored;
create index logs_film_popular on logs (film_id, popularity desc, created_at desc, id desc) where review <> '';
create index logs_member_reviews_liked on logs (member_id, popularity desc, created_at desc, id desc)
  where review <> '' or gif is not null or image is not null;
create index logs_public_reviews on logs (film_id, popularity desc, created_at desc, id desc)
  where review <> '' and audience <= 'public' and hidden_at is null;
create unique index logs_idempotency_key on logs (member_id, idempotency_key) where idempotency_key is not null;
