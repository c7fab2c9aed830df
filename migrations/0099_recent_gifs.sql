-- The GIFs that a member used last, as addresses, the last one first. A change of `members` would cost several times as much.
create table recent_gifs (
  member_id uuid primary key references members on delete cascade,
  addresses text[] not null
) with (fillfactor = 70);
insert into recent_gifs (member_id, addresses) select id, recent_gifs from members where recent_gifs <> '{}';
alter table members drop column recent_gifs;
