-- Processes also keep what film pages say in a language, which is made of the texts, too.
drop trigger film_texts_shown on film_texts;
create trigger film_texts_shown after update of title, overview, tagline, poster_path on film_texts
  for each row when ((new.title, new.overview, new.tagline, new.poster_path)
    is distinct from (old.title, old.overview, old.tagline, old.poster_path))
  execute function tell_film_text();
