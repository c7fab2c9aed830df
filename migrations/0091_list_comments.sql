-- Comments hang below a log or below a list.
alter table replies
  alter column log_id drop not null,
  add column list_id uuid references lists on delete cascade,
  add check (num_nonnulls(log_id, list_id) = 1);
create index replies_list_top on replies (list_id, like_count desc, created_at, id)
  where parent_id is null and list_id is not null;
create index replies_list on replies (list_id) where list_id is not null;
alter table lists add column reply_count integer not null default 0 check (reply_count >= 0);
