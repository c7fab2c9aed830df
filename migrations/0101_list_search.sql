-- A search reads lists from each of the first words of `search_text` on, as it reads members: any prefix, however short
-- and frequent, is a range of an index. `lists_title` is that of the first word. The expressions stand in the lists domain
-- too, letter for letter.
create index lists_words_1 on lists
  ((substring(search_text from '^(?: [^ ]+){1} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){1} (.{1,60})') is not null;
create index lists_words_2 on lists
  ((substring(search_text from '^(?: [^ ]+){2} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){2} (.{1,60})') is not null;
create index lists_words_3 on lists
  ((substring(search_text from '^(?: [^ ]+){3} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){3} (.{1,60})') is not null;
create index lists_words_4 on lists
  ((substring(search_text from '^(?: [^ ]+){4} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){4} (.{1,60})') is not null;
create index lists_words_5 on lists
  ((substring(search_text from '^(?: [^ ]+){5} (.{1,60})')) text_pattern_ops)
  where substring(search_text from '^(?: [^ ]+){5} (.{1,60})') is not null;
