-- Whether a member's searches also show films that the rules of search leave out for being little known.
alter table members add column lesser_known_films boolean not null default false;
