-- What films are called, and what is told of them, in languages other than English, which `films` has. The films domain
-- fills it with what the film source says; a blank is none.
create table film_texts (
  film_id integer not null references films on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  title text not null check (char_length(title) <= 1000),
  overview text not null check (char_length(overview) <= 10000),
  tagline text not null check (char_length(tagline) <= 1000),
  -- The title as a search sees it, as `films.search_text` has its own.
  search_text text not null,
  fetched_at timestamptz not null,
  primary key (film_id, language)
);

-- When the source was last asked for a film with all its texts; null for never, as of what a list of the source left.
alter table films add column texts_at timestamptz;
create index films_texts_due on films (texts_at nulls first);
drop index films_incomplete;

-- Which title of a film a member wants to see, and in which language, beside the one that the device shows.
alter table members add column film_titles text not null default 'my-language'
  check (film_titles in ('my-language', 'original', 'english'));
