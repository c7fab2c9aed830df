-- What those whom a member follows logged of a film is read from the film's own logs, in order of their members: with what
-- tells who sees them, without a row of the table.
drop index logs_film_member;
create index logs_film_member on logs (film_id, member_id, created_at desc, id desc)
  include (rating, audience, hidden_at);
