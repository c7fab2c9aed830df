-- How often a member wants an export made by itself, and when the last one was.
alter table members add column scheduled_export text not null default 'never'
  check (scheduled_export in ('never', 'weekly', 'monthly'));
alter table members add column exported_at timestamptz;
create index members_scheduled_export on members (coalesce(exported_at, '-infinity'), id)
  where scheduled_export <> 'never';
