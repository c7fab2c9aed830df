-- Lists that an import made: their films stand where they stood.
create index import_rows_made_lists on import_rows (import_id) where kind = 'list' and created;

-- Pictures of Scene's own export until their rows had their turn, as they were given.
create table import_pictures (
  import_id uuid not null,
  row integer not null,
  bytes bytea not null,
  primary key (import_id, row),
  foreign key (import_id, row) references import_rows on delete cascade
);
-- Pictures do not get smaller.
alter table import_pictures alter column bytes set storage external;
