-- The poster with a film's title in that language, as the film source names it; null where it has none.
alter table film_texts add column poster_path text;
-- The source is asked again for the texts of all films, a few at a time, and with them for these posters.
update films set texts_at = null where texts_at is not null;

-- Films for which people are among the most seen are named to everybody in their own language.
delete from seen_people;
alter table seen_people drop column known_for;
-- Those logged most first.
alter table seen_people add column film_ids integer[] not null;
