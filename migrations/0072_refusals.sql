-- What nobody may join with: a username, an address or a domain, where `*` stands for anything.
create table refusals (
  kind text not null check (kind in ('name', 'email', 'domain')),
  pattern text not null check (char_length(pattern) between 2 and 254),
  created_at timestamptz not null,
  primary key (kind, pattern)
);
