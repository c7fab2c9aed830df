-- Films that are browsed by their logs go by steps before the logs themselves: up to seven the logs, from there on an eighth of
-- them. So most logs that are written change no indexed column of their film, and PostgreSQL writes none of its indexes. Pages
-- keep room for that.
alter table film_stats set (fillfactor = 70);
drop index film_stats_logs;
alter table film_stats add column logs_step integer not null generated always as (least(logs, logs / 8 + 7)) stored;
create index film_stats_logs on film_stats (logs_step desc nulls last);
