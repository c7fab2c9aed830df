-- Members of the invented community: their password is known to everybody.
alter table members add column demo boolean not null default false;
update members set demo = true
where email = username || '@scene.example'
  and username in ('layla', 'omar_k', 'noor', 'jade', 'mateo', 'sunniva', 'kenji_w', 'reem', 'theo', 'amara', 'billie',
    'viktor');
-- Whoever signed in to one before need not be somebody who may.
delete from sessions where member_id in (select id from members where demo);

-- When the owner was last told by mail that others try to sign in.
alter table members add column attack_warned_at timestamptz;

-- Browsers in which a member signed in, by a hash of what each was given to be known by.
create table devices (
  member_id uuid not null references members on delete cascade,
  token_hash bytea not null,
  used_at timestamptz not null,
  primary key (member_id, token_hash)
);
create index devices_age on devices (used_at);

-- Several codes live beside each other: asking for another one does not void what was mailed before. `tries` are those
-- of unknown devices, `device_tries` those of devices of the member.
alter table codes add column device_tries smallint not null default 0;
alter table codes drop constraint codes_pkey;
alter table codes add primary key (member_id, purpose, code_hash);
