-- Where a review is emphasised: beginnings and ends in turn, in UTF-16 units. Imports bring it; another text has none.
alter table logs add column review_emphasis integer[] not null default '{}';
create function forget_review_emphasis() returns trigger language plpgsql as $$
begin
  if new.review_emphasis = old.review_emphasis then new.review_emphasis := '{}'; end if;
  return new;
end $$;
create trigger logs_review_emphasis before update of review on logs
  for each row when (new.review is distinct from old.review and old.review_emphasis <> '{}')
  execute function forget_review_emphasis();
