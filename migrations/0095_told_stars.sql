-- Stars that a player told of what waits, in half steps: the member confirms or changes them.
alter table plays add column told_rating smallint check (told_rating between 1 and 10);
