-- Comments are marked as spoilers as logs are.
alter table replies add column spoilers boolean not null default false;

-- When a member is shown what is marked so without asking: never, where they have seen the film, always.
alter table members add column spoilers text not null default 'seen' check (spoilers in ('closed', 'seen', 'open'));
