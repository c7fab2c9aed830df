-- Since when the operator keeps a member from logging in; null for everybody else.
alter table members add column suspended_at timestamptz;
