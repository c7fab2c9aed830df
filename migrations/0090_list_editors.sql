-- Members who change the films of another's list with its owner, and those who were asked to.
create table list_editors (
  list_id uuid not null references lists on delete cascade,
  member_id uuid not null references members on delete cascade,
  invited_at timestamptz not null,
  -- Null until the member agrees.
  accepted_at timestamptz,
  primary key (list_id, member_id)
);
create index list_editors_member on list_editors (member_id, invited_at, list_id);
