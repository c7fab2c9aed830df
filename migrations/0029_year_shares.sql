-- Years in review that their members show to whoever has the key.
create table year_shares (
  member_id uuid not null references members on delete cascade,
  year smallint not null,
  key text not null unique,
  created_at timestamptz not null default now(),
  primary key (member_id, year)
);
