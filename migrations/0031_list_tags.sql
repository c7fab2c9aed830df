-- A member's lists of one tag, and the tags of lists, are read from the lists that have any.
create index lists_member_tags on lists (member_id, created_at desc, id desc) where tags <> '{}';
