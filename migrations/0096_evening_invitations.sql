-- A host asks mutual followers to choose a film together; the notification goes with the evening.
alter table notifications add column evening_id uuid references evenings on delete cascade;
create unique index notifications_evening on notifications (evening_id, member_id) where evening_id is not null;
