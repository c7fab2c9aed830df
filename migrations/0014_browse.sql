-- Films to browse, those that are logged most first.
create index film_stats_logs on film_stats (logs desc nulls last) where logs > 0;
