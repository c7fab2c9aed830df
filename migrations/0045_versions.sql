-- Which versions of Scene ran on this database, and when each last started: what an update has to do depends on it.
create table scene_versions (
  version text primary key,
  started_at timestamptz not null
);
