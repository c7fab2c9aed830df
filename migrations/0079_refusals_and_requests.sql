-- Who refused it, for those who run the place; none where that is not known.
alter table refusals
  add column operator_id uuid references members on delete set null,
  -- Who ran the command line, as the system calls them.
  add column shell_user text;
create index refusals_operator on refusals (operator_id) where operator_id is not null;
create index refusals_newest on refusals (created_at desc);

-- Who was let in is told a little later; until then the request can be made one again.
alter table follow_requests add column accepted_at timestamptz;
