-- Of a film's logs those that are only marks as seen: counted beside, so that the film page can say how many entries there are.
alter table film_stats add column marks integer not null default 0;
update film_stats s set marks = m.marks
from (select film_id, count(*)::int as marks from logs where seen_only group by film_id) m
where m.film_id = s.film_id;
