-- How the last backup by the clock went: one row at most.
create table backup_state (
  single boolean primary key default true check (single),
  tried_at timestamptz not null,
  -- Of the last one that went well.
  made_at timestamptz,
  failure text
);
