-- Stars of an import that differ from those of the diary are the film's, and no question any more. Rows that waited for
-- an answer are decided again; those of an import that was stopped leave the diary as it is.
with asked as (
  select r.import_id, r.row, i.state in ('cancelled', 'failed') as is_stopped
  from import_rows r join imports i on i.id = r.import_id
  where r.reason = 'other-rating' and r.state in ('doubtful', 'waiting')
), counted as (
  update imports i set doubtful = i.doubtful - a.doubtful, skipped = i.skipped + a.skipped,
    state = case when a.is_stopped then i.state else 'running' end,
    finished_at = case when a.is_stopped then i.finished_at end
  from (
    select import_id, is_stopped, count(*) filter (where is_stopped) as skipped,
      count(*) filter (where r.state = 'doubtful') as doubtful
    from asked join import_rows r using (import_id, row) group by 1, 2
  ) a
  where i.id = a.import_id
)
update import_rows r set state = case when a.is_stopped then 'skipped' else 'waiting' end,
  reason = case when a.is_stopped then 'there-already' end, candidates = '{}'
from asked a where r.import_id = a.import_id and r.row = a.row;
