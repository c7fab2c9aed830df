-- Title and original title as a search sees them: folded, each after a blank. The films domain keeps it; empty where a
-- film was remembered before there was such a column, until its job has been there.
alter table films add column search_text text not null default '';
create index films_unfolded on films (id) where search_text = '';
