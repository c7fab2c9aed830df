-- Where a member's days begin, as browsers name it ('Asia/Riyadh'). Null until a browser has told it: UTC.
alter table members add column time_zone text;
