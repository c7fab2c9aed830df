-- How many questions SceneBot answered without a language model on a day, and how many of them it did not understand. What was asked
-- is kept nowhere.
create table assistant_questions (
  day date not null,
  -- Of the answer: english, arabic or french.
  language text not null,
  understood integer not null default 0,
  not_understood integer not null default 0,
  primary key (day, language)
);
