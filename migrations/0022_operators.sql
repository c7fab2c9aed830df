-- Who runs Scene, and who may decide about what others wrote. No call of the API gives a role.
alter table members add column role text not null default 'member'
  check (role in ('member', 'moderator', 'operator'));

-- Processes that keep a member of a session are told, as by the triggers of 0028.
create function tell_role() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'member:' || old.id);
  return null;
end $$;
create trigger members_role_change after update of role on members
  for each row when (new.role <> old.role) execute function tell_role();

-- What operators did, for ever. It names members by their ids, which go with them.
create table audit_log (
  id integer primary key generated always as identity,
  at timestamptz not null,
  -- The operator; none where it was done from the command line.
  operator_id uuid references members on delete set null,
  -- Who ran the command line, as the system calls them.
  shell_user text,
  act text not null,
  -- The member that it was about.
  member_id uuid references members on delete set null,
  -- All else that it was about: { "film": 603 }, { "role": "operator" }.
  about jsonb not null default '{}'
);
create index audit_log_act on audit_log (act, id desc);
create index audit_log_operator on audit_log (operator_id, id desc);
create index audit_log_member on audit_log (member_id) where member_id is not null;

-- Nothing is changed or taken away; only a member who goes is forgotten, by the foreign keys above.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1
    and to_jsonb(new) - '{operator_id,member_id}'::text[] = to_jsonb(old) - '{operator_id,member_id}'::text[] then
    return new;
  end if;
  raise exception 'the audit log is only added to';
end
$$;
create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit_log();
create trigger audit_log_whole before truncate on audit_log for each statement execute function keep_audit_log();

-- What an operator decided about one source says nothing of another; null where it holds for all of them. Names of
-- directors stand by film number.
alter table film_doubts
  add column source text,
  add column directors jsonb not null default '{}';
update film_doubts set source = (select source from film_reconciliation);

-- Films that became others, the newest first.
create index film_merges_done on film_merges (id desc) where undone_at is null;
