-- What a member who reported something saw of it, where it was no longer as its case keeps it. Of those who came later than
-- the first before this, nobody knows what they saw.
alter table reports add column excerpt text;
update reports set excerpt = ''
where exists (select from reports earlier where earlier.case_id = reports.case_id and earlier.id < reports.id);
