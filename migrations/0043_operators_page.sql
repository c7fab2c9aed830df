-- Figures for the operator's page, a quarter of an hour apart, kept for eight days. No figure is about one member.
create table operating_samples (
  figure text not null,
  at timestamptz not null,
  -- The process that it is of; blank for what is of all of them.
  instance text not null default '',
  value double precision not null,
  primary key (figure, at, instance)
);

-- How mail went: one row at most.
create table mail_state (
  single boolean primary key default true check (single),
  sent_at timestamptz,
  failed_at timestamptz,
  -- Without addresses.
  failure text
);

-- The backup that is being made by hand: one row, none while none is.
create table backup_run (
  single boolean primary key default true check (single),
  started_at timestamptz not null,
  -- Moves on while the process lives that makes it.
  seen_at timestamptz not null,
  percent smallint not null default 0 check (percent between 0 and 100)
);
