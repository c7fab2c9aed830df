-- Members see their tags from here on: without blanks around, and each once whatever its case, as first spelled.
update logs set tags = array(
  select tag from (
    select distinct on (lower(tag)) tag, place from (
      select btrim(regexp_replace(part, '[[:space:][:cntrl:]]+', ' ', 'g')) as tag, place
      from unnest(string_to_array(array_to_string(tags, ','), ',')) with ordinality as parts (part, place)
    ) trimmed
    where tag <> ''
    order by lower(tag), place
  ) firsts
  order by place
)
where tags <> '{}';

-- A member's tags, and the logs of one of them, are read from the logs that have any.
create index logs_member_tags on logs (member_id, created_at desc, id desc) where tags <> '{}';
