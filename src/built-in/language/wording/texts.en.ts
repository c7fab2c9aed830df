import type { FilmFacts } from '#built-in/language/found.ts'
import type { Fact, Mood } from '#built-in/language/question.ts'
import type { Texts } from '#built-in/language/wording/texts.ts'
import type { PluralForms } from '#shared/locale.ts'
import { createWording, cut, repeated } from '#built-in/language/wording/locale-format.ts'

const w = createWording('english')

const genres: Readonly<Record<number, string>> = {
  28: 'action',
  12: 'adventure',
  16: 'animation',
  35: 'comedy',
  80: 'crime',
  99: 'documentary',
  18: 'drama',
  10751: 'family',
  14: 'fantasy',
  36: 'history',
  27: 'horror',
  10402: 'music',
  9648: 'mystery',
  10749: 'romance',
  878: 'science fiction',
  10770: 'TV movie',
  53: 'thriller',
  10752: 'war',
  37: 'western',
}
const moods: Readonly<Record<Mood, string>> = {
  funny: 'funny',
  sad: 'sad',
  scary: 'scary',
  tense: 'tense',
  romantic: 'romantic',
  uplifting: 'uplifting',
  relaxing: 'relaxing',
  thoughtful: 'thought-provoking',
  exciting: 'exciting',
}
const films: PluralForms = { one: '# film', other: '# films' }
const friends: PluralForms = { one: '# friend', other: '# friends' }
const times: PluralForms = { one: 'once', other: '# times' }

const genreName = (id: number) => genres[id] ?? null
const named = (ids: readonly number[]) => ids.flatMap((id) => genreName(id) ?? [])
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const byRole = { actor: 'with', director: 'directed by' } as const

function brackets(details: readonly string[]): string {
  const told = details.filter(Boolean)
  return told.length > 0 ? ` (${told.join(', ')})` : ''
}

function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${w.number(hours)} h` : `${w.number(hours)} h ${rest} min`
}

const since = (day: string) => `since ${day}`
const until = (day: string) => `until ${day}`

function years(from: number | undefined, to: number | undefined): string[] {
  if (from === undefined) return to === undefined ? [] : [`until ${to}`]
  if (to === undefined) return [`since ${from}`]
  if (from === to) return [String(from)]
  return from % 10 === 0 && to === from + 9 ? [`${from}s`] : [`${from} to ${to}`]
}

/** Of some films only the year is known, and stands as its first day. */
const released = (day: string) => (day.endsWith('-01-01') ? `in ${day.slice(0, 4)}` : `on ${w.day(day)}`)

const facts: Record<Fact, (film: FilmFacts) => string | null> = {
  director: (film) =>
    film.directors.length > 0 ? `${w.film(film)} was directed by ${w.names(film.directors)}.` : null,
  cast: (film) =>
    film.cast.length > 0
      ? `${w.film(film)} stars ${w.names(film.cast.slice(0, 6).map(({ name }) => name))}.`
      : null,
  runtime: ({ minutes, ...film }) =>
    minutes === null
      ? null
      : `${w.film(film)} is ${duration(minutes)} long${minutes >= 60 ? ` (${minutes} minutes)` : ''}.`,
  release: (film) => film.released && `${w.film(film)} came out ${released(film.released)}.`,
  genres: (film) => {
    const known = named(film.genres.map(({ id }) => id))
    return known.length > 0 ? `${w.film(film)} is of these genres: ${known.join(', ')}.` : null
  },
  plot: (film) => film.overview && `${w.film(film)}: ${w.isolated(cut(film.overview, 600))}`,
  language: (film) =>
    film.language && `The original language of ${w.film(film)} is ${w.tongue(film.language)}.`,
  country: (film) =>
    film.countries.length > 0
      ? `${w.film(film)} comes from ${w.list(film.countries.map((code) => w.country(code)))}.`
      : null,
  rating: (film) =>
    film.rating === null
      ? null
      : `${w.film(film)} is rated ${w.of10(film.rating)} by ${w.count(film.votes, { one: '# vote', other: '# votes' })}.`,
  providers: (film) => {
    const regions = Object.entries(film.providers).slice(0, 6)
    return regions.length > 0
      ? `${w.film(film)} streams here:\n${regions.map(([code, names]) => `${w.country(code)}: ${names.map(w.isolated).join(', ')}`).join('\n')}`
      : `I do not know where ${w.film(film)} can be watched.`
  },
}

const starWords: Readonly<Record<number, string>> = {
  3.5: 'three and a half stars',
  4: 'four stars',
  4.5: 'four and a half stars',
  5: 'five stars',
}
const inWords = (stars: number) => starWords[stars] ?? w.stars(stars)

export const englishTexts: Texts = {
  comma: w.comma,
  film: w.film,
  greeting: (username) =>
    `Hello, ${w.isolated(username)}! Ask me about a film, for something to watch, or about your diary.`,
  thanks: 'You are welcome. Enjoy the film!',
  help: 'I know films and your diary. Ask me, for example:\n“Who directed Parasite?”\n“Recommend a funny film from the 90s under 100 minutes”\n“Films like Inception”\n“Compare Alien and Aliens”\n“What should I watch from my watchlist?”\n“What did I rate best this year?”\n“What did my friends love?”',
  unknown:
    'I did not understand that; I can only help with films and your diary. Try, for example:\n“Who directed Parasite?”\n“Recommend a scary film from the 80s”\n“What did I rate best this year?”',
  sourceDown:
    'I cannot reach the film database right now, so I cannot answer that. Questions about your diary and your watchlist still work; please try this one again later.',
  filmGone: 'I can no longer find that film.',
  noFilm: (words) =>
    `I found no film called “${w.isolated(repeated(words))}”. Check the spelling, or add the year.`,
  noPerson: (words) =>
    `I found nobody called “${w.isolated(repeated(words))}”. Check the spelling, or give the full name.`,
  took: (film, others) => `I took ${w.film(film)}; there is also ${w.list(others.map(w.film))}.`,
  unsure: (film) => `I am not sure which film you mean; this is about ${w.film(film)}.`,

  age: ({ name, birthday, deathday, years }) => {
    const who = w.isolated(name)
    if (birthday === null || years === null) return `I do not know how old ${who} is.`
    const age = w.count(years, { one: '# year', other: '# years' })
    return deathday === null
      ? `${who} is ${age} old, born on ${w.day(birthday)}.`
      : `${who} was born on ${w.day(birthday)} and died on ${w.day(deathday)}, ${age} old.`
  },
  fact: (fact, film) => facts[fact](film) ?? `I do not know that about ${w.film(film)}.`,
  about: (film) => {
    const by = film.directors.length > 0 ? `directed by ${w.names(film.directors)}` : null
    const stars =
      film.cast.length > 0 ? `with ${w.names(film.cast.slice(0, 3).map(({ name }) => name))}` : null
    const known = named(film.genres.map(({ id }) => id)).join(', ')
    const rated = film.rating === null ? null : `rated ${w.of10(film.rating)}`
    const head = [by, stars, known, film.minutes && duration(film.minutes), rated].filter(Boolean)
    const text = film.overview && `\n${w.isolated(cut(film.overview, 400))}`
    return `${w.film(film)}${head.length > 0 ? `: ${head.join('; ')}.` : ''}${text}`
  },
  own: (mine) => {
    if (mine.rating !== null) return `You rated it ${w.stars(mine.rating)}.`
    if (mine.logs > 0) return 'You have logged it.'
    if (mine.seen) return 'You have seen it.'
    return mine.onWatchlist ? 'It is on your watchlist.' : ''
  },
  compared: (film) =>
    [
      film.directors.length > 0 ? `directed by ${w.names(film.directors)}` : '',
      film.minutes === null ? '' : duration(film.minutes),
      film.rating === null ? '' : `rated ${w.of10(film.rating)}`,
      film.mine.rating === null ? '' : `your rating ${w.stars(film.mine.rating)}`,
    ]
      .filter(Boolean)
      .join(', '),
  difference: (a, b, by) => {
    if (by === 'runtime') {
      if (a.minutes === null || b.minutes === null) return ''
      if (a.minutes === b.minutes) return 'Both are equally long.'
      const longer = a.minutes > b.minutes ? a : b
      return `${w.film(longer)} is longer, by ${duration(Math.abs(a.minutes - b.minutes))}.`
    }
    if (by === 'release') {
      if (!a.released || !b.released) return ''
      if (a.released === b.released) return 'Both came out at the same time.'
      return `${w.film(a.released > b.released ? a : b)} is newer.`
    }
    if (a.rating === null || b.rating === null) return ''
    if (a.rating === b.rating) return 'Both are rated the same.'
    return `${w.film(a.rating > b.rating ? a : b)} is rated higher.`
  },

  describe: ({ filters, people = [], period }) => {
    const kinds = named(filters.genres ?? [])
    return {
      films: [...(filters.mood ? [moods[filters.mood]] : []), kinds.join('-'), 'films']
        .filter(Boolean)
        .join(' '),
      details: brackets([
        ...(period ? [w.period(period, since, until)] : []),
        ...years(filters.from, filters.to),
        ...(filters.country ? [w.country(filters.country)] : []),
        ...(filters.language ? [`in ${w.tongue(filters.language)}`] : []),
        ...(filters.shortest === undefined ? [] : [`at least ${filters.shortest} min`]),
        ...(filters.longest === undefined ? [] : [`at most ${filters.longest} min`]),
        ...named(filters.without ?? []).map((genre) => `no ${genre}`),
        ...(people.length > 0 ? [`with ${w.names(people)}`] : []),
      ]),
    }
  },
  found: (order, what) =>
    ({
      popular: `Here are some ${what.films}${what.details} for you:`,
      best: `The best rated ${what.films}${what.details}:`,
      newest: `The newest ${what.films}${what.details}:`,
      oldest: `The oldest ${what.films}${what.details}:`,
    })[order],
  noneFound: (what) => `I found no ${what.films}${what.details}. Try again with fewer conditions.`,
  similar: (film, what) => `If you like ${w.film(film)}, try these ${what.films}${what.details}:`,
  noneSimilar: (film, what) => `I found no ${what.films}${what.details} like ${w.film(film)}.`,
  ofPerson: (name, role, what) =>
    `${capital(what.films)} ${byRole[role]} ${w.isolated(name)}${what.details}:`,
  noneOfPerson: (name, role, what) =>
    `I know no ${what.films} ${byRole[role]} ${w.isolated(name)}${what.details}.`,
  lovedOfPerson: (loved) =>
    `You gave ${w.list(loved.map(({ film, stars }) => `${w.film(film)} ${inWords(stars)}`))}.`,
  trending: 'Trending this week:',
  noneTrending: 'Nothing is trending right now.',

  watchlist: (fitting, total, what) =>
    fitting === total
      ? `From your watchlist (${w.count(total, films)}), how about:`
      : `From your watchlist, ${w.number(fitting)} of ${w.count(total, films)} fit (${what.films}${what.details}). How about:`,
  watchlistEmpty: 'Your watchlist is empty. Add films to it on their pages, and I can choose one for you.',
  watchlistNoneFits: (total, what) =>
    `I found no ${what.films}${what.details} on your watchlist (${w.count(total, films)}). Try again with fewer conditions.`,
  best: (order, what) => `Your ${order === 'best' ? 'best' : 'lowest'} rated ${what.films}${what.details}:`,
  noneRated: (what) =>
    `I found no ${what.films} that you rated${what.details}. Log and rate some, and ask me again.`,
  last: (what, order) =>
    order
      ? `The ${order} ${what.films} of your diary${what.details}:`
      : `Your latest ${what.films}${what.details}:`,
  noneLogged: (what) => `I found no ${what.films} in your diary${what.details}. Log one, and ask me again.`,
  stats: (stats, { details }) =>
    [
      `Your diary${details}: ${w.count(stats.logs, { one: '# log', other: '# logs' })} of ${w.count(stats.films, films)}.`,
      stats.minutes > 0 ? `Time watched: ${duration(stats.minutes)}.` : '',
      stats.averageRating === null ? '' : `Average rating: ${w.stars(stats.averageRating)}.`,
      stats.rewatches > 0 ? `You rewatched ${w.count(stats.rewatches, times)}.` : '',
      stats.reviews > 0
        ? `You wrote ${w.count(stats.reviews, { one: '# review', other: '# reviews' })}.`
        : '',
      stats.genres.length > 0
        ? `Most seen genres: ${named(stats.genres.map(({ id }) => id)).join(', ')}.`
        : '',
      stats.decade ? `Most seen decade: the ${stats.decade.from}s.` : '',
    ]
      .filter(Boolean)
      .join('\n'),
  ownLogs: (film, { mine, logs }) => {
    if (mine.logs === 0 && mine.seen)
      return `Yes: you marked ${w.film(film)} as seen${mine.rating === null ? '' : `, and rated it ${w.stars(mine.rating)}`}. It is not in your diary.`
    if (mine.logs === 0)
      return `You have not logged ${w.film(film)} yet${mine.onWatchlist ? '; it is on your watchlist' : ''}.`
    const often = w.count(mine.logs, times)
    const rated = mine.rating === null ? '' : `, and rated it ${w.stars(mine.rating)}`
    const day = logs[0]?.day ?? mine.lastDay
    const when = day === null ? '' : `${mine.logs > 1 ? ', last' : ''} on ${w.day(day)}`
    return `Yes: you logged ${w.film(film)} ${often}${when}${rated}.`
  },
  friendsLoved: (what) => `Your friends loved these ${what.films}${what.details}:`,
  noneLoved: (what) => `I found no ${what.films} that your friends rated 4 stars or more${what.details}.`,
  followsNobody: 'You do not follow anyone yet. Follow members whose taste you like, and ask me again.',
  friendsOf: (film, { friends: who, average, logs }) =>
    `${w.count(who, friends)} logged ${w.film(film)}${average === null ? '' : `; the average rating is ${w.stars(average)}`}${logs.length === 0 ? '.' : ':'}`,
  noFriendLogged: (film) => `None of your friends has logged ${w.film(film)} yet.`,
  noMember: (words) =>
    `I found no member called “${w.isolated(repeated(words))}”. Check the spelling, or give the name on their profile.`,
  memberOf: (username, film) => `${w.isolated(username)} on ${w.film(film)}:`,
  noMemberLogged: (username, film) => `I see nothing by ${w.isolated(username)} on ${w.film(film)}.`,
  friendSays: (username, rating, review) =>
    `${w.isolated(username)}: ${rating === null ? 'no rating' : w.stars(rating)}${review ? `, “${w.isolated(review)}”` : ''}`,

  byTaste: (what) => `Members with taste like yours liked these ${what.films}${what.details}:`,
  noneByTaste: (what) =>
    `I found no ${what.films}${what.details} that members with taste like yours liked. The more films you rate, the more I find.`,
  refused: (film) =>
    `I will not recommend ${w.film(film)} again, until you log it. “Forget what I refused” takes that back.`,
  forgotten: (count) =>
    count === 0 ? englishTexts.noneRefused : `Forgotten: ${w.count(count, films)} may be recommended again.`,
  recommendedAgain: (film) => `I may recommend ${w.film(film)} again.`,
  notRefused: (film) => `You have not refused ${w.film(film)}; I may recommend it.`,
  refusedFilms: (count) =>
    `I leave ${w.count(count, films)} out of what I recommend. “Show me … again” takes one back, “Forget what I refused” all:`,
  noneRefused: 'You have refused no films.',
  offerWatchlist: (film) => `Shall I add ${w.film(film)} to your watchlist?`,
  offerList: (film, list) => `Shall I add ${w.film(film)} to your list “${w.isolated(list)}”?`,
  onWatchlistAlready: (film) => `${w.film(film)} is on your watchlist already.`,
  onListAlready: (film, list) => `${w.film(film)} is on your list “${w.isolated(list)}” already.`,
  noList: (words, titles) =>
    [
      words
        ? `You have no list called “${w.isolated(repeated(words))}”.`
        : 'Which of your lists do you mean?',
      titles.length > 0 ? `Your lists: ${w.names(titles)}.` : 'You have no lists yet.',
    ].join(' '),

  reason: {
    because: ({ film, stars, shares }) =>
      `because you gave ${w.film(film)} ${inWords(stars)} (${
        shares.is === 'director'
          ? `also by ${w.isolated(shares.name)}`
          : shares.is === 'cast'
            ? `also with ${w.isolated(shares.name)}`
            : `also ${w.list(named(shares.ids))}`
      })`,
    likewise: 'for the same reason',
    byTaste: (stars) => `members whose taste is like yours gave it ${inWords(stars)}`,
    rating: w.of10,
    minutes: duration,
    stars: w.stars,
    unrated: 'no rating',
    day: w.day,
    as: (character) => `as ${w.isolated(character)}`,
    seen: 'you have seen it',
    onWatchlist: 'on your watchlist',
    friend: (username, stars) => `${w.isolated(username)} rated it ${w.stars(stars)}`,
    average: (stars, who) => `${w.stars(stars)} from ${w.count(who, friends)}`,
  },
}
