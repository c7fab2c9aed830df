-- Services on which a member streams films, in one region (ISO 3166-1 alpha-2).
create table member_services (
  member_id uuid not null references members on delete cascade,
  -- The film source's number.
  provider_id integer not null,
  region text not null,
  name text not null,
  logo_path text,
  primary key (member_id, provider_id)
);

-- On which services a film is streamed in a region, as the film source told last; empty where on none.
create table film_services (
  film_id integer not null references films on delete cascade,
  region text not null,
  provider_ids integer[] not null,
  fetched_at timestamptz not null,
  primary key (film_id, region)
);
create index film_services_age on film_services (fetched_at);

alter table evenings add column on_services boolean not null default false;
-- Names of those on which somebody could watch it when the cards were dealt: whoever leaves later tells nothing by that.
alter table evening_cards add column services text[] not null default '{}';
