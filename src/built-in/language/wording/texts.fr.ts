import type { FilmFacts } from '#built-in/language/found.ts'
import type { Fact, Mood } from '#built-in/language/question.ts'
import type { Texts } from '#built-in/language/wording/texts.ts'
import type { PluralForms } from '#shared/locale.ts'
import { createWording, cut, repeated } from '#built-in/language/wording/locale-format.ts'

const w = createWording('french')

/** No line ends before this: it stands before `! ? : ;` and inside quotes. */
const nb = '\u00a0'

const genres: Readonly<Record<number, string>> = {
  28: 'action',
  12: 'aventure',
  16: 'animation',
  35: 'comédie',
  80: 'crime',
  99: 'documentaire',
  18: 'drame',
  10751: 'famille',
  14: 'fantastique',
  36: 'histoire',
  27: 'horreur',
  10402: 'musique',
  9648: 'mystère',
  10749: 'romance',
  878: 'science-fiction',
  10770: 'téléfilm',
  53: 'thriller',
  10752: 'guerre',
  37: 'western',
}
/** After “films”. */
const kinds: Readonly<Record<number, string>> = {
  28: 'd’action',
  12: 'd’aventures',
  16: 'd’animation',
  35: 'comiques',
  80: 'policiers',
  99: 'documentaires',
  18: 'dramatiques',
  10751: 'familiaux',
  14: 'fantastiques',
  36: 'historiques',
  27: 'd’horreur',
  10402: 'musicaux',
  9648: 'à énigme',
  10749: 'romantiques',
  878: 'de science-fiction',
  10770: 'de télévision',
  53: 'à suspense',
  10752: 'de guerre',
  37: 'de western',
}
const moods: Readonly<Record<Mood, string>> = {
  funny: 'drôles',
  sad: 'tristes',
  scary: 'effrayants',
  tense: 'haletants',
  romantic: 'romantiques',
  uplifting: 'réconfortants',
  relaxing: 'reposants',
  thoughtful: 'qui font réfléchir',
  exciting: 'palpitants',
}
const films: PluralForms = { one: '# film', other: '# films' }
const friends: PluralForms = { one: 'un ami', other: '# amis' }
const ofFriends: PluralForms = { one: 'd’un ami', other: 'de # amis' }
const times: PluralForms = { one: 'une fois', other: '# fois' }
const byRole = { actor: 'avec', director: 'réalisés par' } as const

const named = (ids: readonly number[]) => ids.flatMap((id) => genres[id] ?? [])
const quoted = (text: string) => `«${nb}${w.isolated(text)}${nb}»`

function brackets(details: readonly string[]): string {
  const told = details.filter(Boolean)
  return told.length > 0 ? ` (${told.join(', ')})` : ''
}

function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}${nb}min`
  return rest === 0 ? `${w.number(hours)}${nb}h` : `${w.number(hours)}${nb}h${nb}${rest}${nb}min`
}

const since = (day: string) => `depuis le ${day}`
const until = (day: string) => `jusqu’au ${day}`

function years(from: number | undefined, to: number | undefined): string[] {
  if (from === undefined) return to === undefined ? [] : [`jusqu’en ${to}`]
  if (to === undefined) return [`depuis ${from}`]
  if (from === to) return [String(from)]
  return from % 10 === 0 && to === from + 9 ? [`années ${from}`] : [`de ${from} à ${to}`]
}

/** Of some films only the year is known, and stands as its first day. */
const released = (day: string) => (day.endsWith('-01-01') ? `en ${day.slice(0, 4)}` : `le ${w.day(day)}`)

const facts: Record<Fact, (film: FilmFacts) => string | null> = {
  director: (film) =>
    film.directors.length > 0 ? `${w.film(film)} a été réalisé par ${w.names(film.directors)}.` : null,
  cast: (film) =>
    film.cast.length > 0
      ? `Dans ${w.film(film)}, on voit ${w.names(film.cast.slice(0, 6).map(({ name }) => name))}.`
      : null,
  runtime: ({ minutes, ...film }) =>
    minutes === null
      ? null
      : `${w.film(film)} dure ${duration(minutes)}${minutes >= 60 ? ` (${minutes} minutes)` : ''}.`,
  release: (film) => film.released && `${w.film(film)} est sorti ${released(film.released)}.`,
  genres: (film) => {
    const known = named(film.genres.map(({ id }) => id))
    return known.length > 0 ? `Genres de ${w.film(film)}${nb}: ${known.join(', ')}.` : null
  },
  plot: (film) =>
    film.overview && `${w.film(film)}, résumé en anglais${nb}: ${w.isolated(cut(film.overview, 600))}`,
  language: (film) =>
    film.language && `La langue originale de ${w.film(film)} est${nb}: ${w.tongue(film.language)}.`,
  country: (film) =>
    film.countries.length > 0
      ? `Pays d’origine de ${w.film(film)}${nb}: ${w.list(film.countries.map((code) => w.country(code)))}.`
      : null,
  rating: (film) =>
    film.rating === null
      ? null
      : `${w.film(film)} est noté ${w.of10(film.rating)} (${w.count(film.votes, { one: '# vote', other: '# votes' })}).`,
  providers: (film) => {
    const regions = Object.entries(film.providers).slice(0, 6)
    return regions.length > 0
      ? `${w.film(film)} est à voir ici${nb}:\n${regions.map(([code, names]) => `${w.country(code)}${nb}: ${names.map(w.isolated).join(', ')}`).join('\n')}`
      : `Je ne sais pas où voir ${w.film(film)}.`
  },
}

const starWords: Readonly<Record<number, string>> = {
  3.5: 'trois étoiles et demie',
  4: 'quatre étoiles',
  4.5: 'quatre étoiles et demie',
  5: 'cinq étoiles',
}
const inWords = (stars: number) => starWords[stars] ?? w.stars(stars)

export const frenchTexts: Texts = {
  comma: w.comma,
  film: w.film,
  greeting: (username) =>
    `Bonjour ${w.isolated(username)}${nb}! Demandez-moi un film, une idée pour ce soir, ou des nouvelles de votre journal.`,
  thanks: `Avec plaisir. Bon film${nb}!`,
  help: `Je connais les films et votre journal. Demandez-moi par exemple${nb}:\n${quoted(`Qui a réalisé Parasite${nb}?`)}\n${quoted('Une comédie des années 90 de moins de 100 minutes')}\n${quoted('Des films comme Inception')}\n${quoted('Compare Alien et Aliens')}\n${quoted(`Que regarder dans ma liste À voir${nb}?`)}\n${quoted(`Qu’est-ce que j’ai le mieux noté cette année${nb}?`)}\n${quoted(`Qu’ont aimé mes amis${nb}?`)}`,
  unknown: `Je n’ai pas compris${nb}; je ne peux vous aider que pour les films et votre journal. Essayez par exemple${nb}:\n${quoted(`Qui a réalisé Parasite${nb}?`)}\n${quoted('Un film d’horreur des années 80')}\n${quoted(`Qu’est-ce que j’ai le mieux noté cette année${nb}?`)}`,
  sourceDown: `La base de films est injoignable pour le moment${nb}; je ne peux donc pas répondre à cela. Vous pouvez m’interroger sur votre journal et votre liste À voir${nb}; pour le reste, réessayez plus tard.`,
  filmGone: 'Je ne trouve plus ce film.',
  noFilm: (words) =>
    `Je n’ai trouvé aucun film nommé ${quoted(repeated(words))}. Vérifiez l’orthographe, ou ajoutez l’année.`,
  noPerson: (words) =>
    `Je n’ai trouvé personne du nom de ${quoted(repeated(words))}. Vérifiez l’orthographe, ou donnez le nom complet.`,
  took: (film, others) => `J’ai choisi ${w.film(film)}${nb}; il y a aussi ${w.list(others.map(w.film))}.`,
  unsure: (film) =>
    `Je ne vois pas bien de quel film vous parlez${nb}; voici ce que je sais de ${w.film(film)}.`,

  age: ({ name, birthday, deathday, years }) => {
    const who = w.isolated(name)
    if (birthday === null || years === null) return `Je ne connais pas l’âge de ${who}.`
    const age = w.count(years, { one: '# an', other: '# ans' })
    return deathday === null
      ? `${who} a ${age} (naissance le ${w.day(birthday)}).`
      : `${who}${nb}: naissance le ${w.day(birthday)}, décès le ${w.day(deathday)}, à ${age}.`
  },
  fact: (fact, film) => facts[fact](film) ?? `Je ne le sais pas pour ${w.film(film)}.`,
  about: (film) => {
    const by = film.directors.length > 0 ? `réalisé par ${w.names(film.directors)}` : null
    const stars =
      film.cast.length > 0 ? `avec ${w.names(film.cast.slice(0, 3).map(({ name }) => name))}` : null
    const known = named(film.genres.map(({ id }) => id)).join(', ')
    const rated = film.rating === null ? null : `noté ${w.of10(film.rating)}`
    const head = [by, stars, known, film.minutes && duration(film.minutes), rated].filter(Boolean)
    const text = film.overview && `\nRésumé en anglais${nb}: ${w.isolated(cut(film.overview, 400))}`
    return `${w.film(film)}${head.length > 0 ? `${nb}: ${head.join(`${nb}; `)}.` : ''}${text}`
  },
  own: (mine) => {
    if (mine.rating !== null) return `Vous l’avez noté ${w.stars(mine.rating)}.`
    if (mine.logs > 0) return 'Il est dans votre journal.'
    if (mine.seen) return 'Vous l’avez déjà vu.'
    return mine.onWatchlist ? 'Il est dans votre liste À voir.' : ''
  },
  compared: (film) =>
    [
      film.directors.length > 0 ? `réalisé par ${w.names(film.directors)}` : '',
      film.minutes === null ? '' : duration(film.minutes),
      film.rating === null ? '' : `noté ${w.of10(film.rating)}`,
      film.mine.rating === null ? '' : `votre note ${w.stars(film.mine.rating)}`,
    ]
      .filter(Boolean)
      .join(', '),
  difference: (a, b, by) => {
    if (by === 'runtime') {
      if (a.minutes === null || b.minutes === null) return ''
      if (a.minutes === b.minutes) return 'Les deux ont la même durée.'
      const longer = a.minutes > b.minutes ? a : b
      return `${w.film(longer)} est plus long de ${duration(Math.abs(a.minutes - b.minutes))}.`
    }
    if (by === 'release') {
      if (!a.released || !b.released) return ''
      if (a.released === b.released) return 'Les deux sont sortis en même temps.'
      return `${w.film(a.released > b.released ? a : b)} est plus récent.`
    }
    if (a.rating === null || b.rating === null) return ''
    if (a.rating === b.rating) return 'Les deux ont la même note.'
    return `${w.film(a.rating > b.rating ? a : b)} est mieux noté.`
  },

  describe: ({ filters, people = [], period }) => {
    const asked = (filters.genres ?? []).flatMap((id) => kinds[id] ?? [])
    const mood = filters.mood ? [moods[filters.mood]] : []
    return {
      films: ['films', w.list([...asked, ...mood])].filter(Boolean).join(' '),
      details: brackets([
        ...(period ? [w.period(period, since, until)] : []),
        ...years(filters.from, filters.to),
        ...(filters.country ? [w.country(filters.country)] : []),
        ...(filters.language ? [`en ${w.tongue(filters.language)}`] : []),
        ...(filters.shortest === undefined ? [] : [`au moins ${filters.shortest}${nb}min`]),
        ...(filters.longest === undefined ? [] : [`au plus ${filters.longest}${nb}min`]),
        ...named(filters.without ?? []).map((genre) => `sans ${genre}`),
        ...(people.length > 0 ? [`avec ${w.names(people)}`] : []),
      ]),
    }
  },
  found: (order, what) =>
    ({
      popular: `Voici des ${what.films}${what.details} pour vous${nb}:`,
      best: `Voici des ${what.films}${what.details}, les mieux notés d’abord${nb}:`,
      newest: `Voici des ${what.films}${what.details}, les plus récents d’abord${nb}:`,
      oldest: `Voici des ${what.films}${what.details}, les plus anciens d’abord${nb}:`,
    })[order],
  noneFound: (what) =>
    `Je n’ai pas trouvé de ${what.films}${what.details}. Réessayez avec moins de critères.`,
  similar: (film, what) => `Si vous aimez ${w.film(film)}, essayez ces ${what.films}${what.details}${nb}:`,
  noneSimilar: (film, what) =>
    `Je n’ai pas trouvé de ${what.films}${what.details} qui ressemblent à ${w.film(film)}.`,
  ofPerson: (name, role, what) =>
    `Des ${what.films} ${byRole[role]} ${w.isolated(name)}${what.details}${nb}:`,
  noneOfPerson: (name, role, what) =>
    `Je ne connais pas de ${what.films} ${byRole[role]} ${w.isolated(name)}${what.details}.`,
  lovedOfPerson: (loved) =>
    `Vous avez donné ${w.list(loved.map(({ film, stars }) => `${inWords(stars)} à ${w.film(film)}`))}.`,
  trending: `Les tendances de la semaine${nb}:`,
  noneTrending: 'Il n’y a pas de tendances pour le moment.',

  watchlist: (fitting, total, what) =>
    fitting === total
      ? `Dans votre liste À voir (${w.count(total, films)}), je vous propose${nb}:`
      : `Dans votre liste À voir, ${w.number(fitting)} sur ${w.count(total, films)} conviennent (${what.films}${what.details}). Je vous propose${nb}:`,
  watchlistEmpty:
    'Votre liste À voir est vide. Ajoutez-y des films depuis leur page, et je pourrai en choisir un pour vous.',
  watchlistNoneFits: (total, what) =>
    `Je n’ai pas trouvé de ${what.films}${what.details} dans votre liste À voir (${w.count(total, films)}). Réessayez avec moins de critères.`,
  best: (order, what) =>
    `Vos ${what.films}${what.details}, les ${order === 'best' ? 'mieux' : 'moins bien'} notés d’abord${nb}:`,
  noneRated: (what) =>
    `Je n’ai pas trouvé de ${what.films} notés par vous${what.details}. Notez quelques films, puis reposez-moi la question.`,
  last: (what, order) =>
    order
      ? `Les ${what.films} de votre journal${what.details}, les plus ${{ shortest: 'courts', longest: 'longs', oldest: 'anciens' }[order]} d’abord${nb}:`
      : `Vos derniers ${what.films}${what.details}${nb}:`,
  noneLogged: (what) =>
    `Je n’ai pas trouvé de ${what.films} dans votre journal${what.details}. Ajoutez-y un film, puis reposez-moi la question.`,
  stats: (stats, { details }) =>
    [
      `Votre journal${details}${nb}: ${w.count(stats.logs, { one: '# entrée', other: '# entrées' })}, ${w.count(stats.films, films)}.`,
      stats.minutes > 0 ? `Temps de visionnage${nb}: ${duration(stats.minutes)}.` : '',
      stats.averageRating === null ? '' : `Note moyenne${nb}: ${w.stars(stats.averageRating)}.`,
      stats.rewatches > 0 ? `Revisionnages${nb}: ${w.count(stats.rewatches, times)}.` : '',
      stats.reviews > 0 ? `Critiques écrites${nb}: ${w.number(stats.reviews)}.` : '',
      stats.genres.length > 0
        ? `Genres les plus vus${nb}: ${named(stats.genres.map(({ id }) => id)).join(', ')}.`
        : '',
      stats.decade ? `Décennie la plus vue${nb}: les années ${stats.decade.from}.` : '',
    ]
      .filter(Boolean)
      .join('\n'),
  ownLogs: (film, { mine, logs }) => {
    if (mine.logs === 0 && mine.seen)
      return `Oui${nb}: vous avez vu ${w.film(film)}${mine.rating === null ? '' : `, avec la note ${w.stars(mine.rating)}`}. Il n’est pas dans votre journal.`
    if (mine.logs === 0)
      return `${w.film(film)} n’est pas encore dans votre journal${mine.onWatchlist ? `${nb}; il est dans votre liste À voir` : ''}.`
    const rated = mine.rating === null ? '' : `, avec la note ${w.stars(mine.rating)}`
    const day = logs[0]?.day ?? mine.lastDay
    const last = mine.logs > 1 ? ', la dernière fois' : ''
    const when = day === null ? '' : `${last} le ${w.day(day)}`
    return `Oui${nb}: ${w.film(film)} est ${w.count(mine.logs, times)} dans votre journal${when}${rated}.`
  },
  friendsLoved: (what) => `Vos amis ont adoré ces ${what.films}${what.details}${nb}:`,
  noneLoved: (what) =>
    `Je n’ai pas trouvé de ${what.films} auxquels vos amis ont donné 4 étoiles ou plus${what.details}.`,
  followsNobody:
    'Vous ne suivez encore personne. Suivez des membres dont vous aimez les goûts, puis reposez-moi la question.',
  friendsOf: (film, { friends: who, average, logs }) =>
    `${w.film(film)}, dans le journal ${w.count(who, ofFriends)}${average === null ? '' : `${nb}; la note moyenne est ${w.stars(average)}`}${logs.length === 0 ? '.' : `${nb}:`}`,
  noFriendLogged: (film) => `${w.film(film)} n’est encore dans le journal d’aucun de vos amis.`,
  noMember: (words) =>
    `Je n’ai trouvé aucun membre du nom de ${quoted(repeated(words))}. Vérifiez l’orthographe, ou donnez le nom de son profil.`,
  memberOf: (username, film) => `${w.isolated(username)} sur ${w.film(film)}${nb}:`,
  noMemberLogged: (username, film) => `Je ne vois rien de ${w.isolated(username)} sur ${w.film(film)}.`,
  friendSays: (username, rating, review) =>
    `${w.isolated(username)}${nb}: ${rating === null ? 'sans note' : w.stars(rating)}${review ? `, ${quoted(review)}` : ''}`,

  byTaste: (what) =>
    `Des ${what.films}${what.details} aimés par des membres aux goûts proches des vôtres${nb}:`,
  noneByTaste: (what) =>
    `Je n’ai pas trouvé de ${what.films}${what.details} aimés par des membres aux goûts proches des vôtres. Plus vous notez de films, plus j’en trouve.`,
  refused: (film) =>
    `Je ne recommanderai plus ${w.film(film)}, tant qu’il n’est pas dans votre journal. ${quoted('Oublie ce que j’ai refusé')} annule cela.`,
  forgotten: (count) =>
    count === 0
      ? frenchTexts.noneRefused
      : `C’est oublié${nb}: ${w.count(count, films)} à nouveau parmi mes recommandations.`,
  recommendedAgain: (film) => `${w.film(film)} revient parmi mes recommandations.`,
  notRefused: (film) => `Vous n’avez pas refusé ${w.film(film)}${nb}; je peux le recommander.`,
  refusedFilms: (count) =>
    `Je laisse ${w.count(count, films)} hors de mes recommandations. ${quoted('Remontre-moi …')} en reprend un, ${quoted('Oublie ce que j’ai refusé')} les reprend tous${nb}:`,
  noneRefused: 'Vous n’avez refusé aucun film.',
  offerWatchlist: (film) => `Faut-il ajouter ${w.film(film)} à votre liste À voir${nb}?`,
  offerList: (film, list) => `Faut-il ajouter ${w.film(film)} à votre liste ${quoted(list)}${nb}?`,
  onWatchlistAlready: (film) => `${w.film(film)} est déjà dans votre liste À voir.`,
  onListAlready: (film, list) => `${w.film(film)} est déjà dans votre liste ${quoted(list)}.`,
  noList: (words, titles) =>
    [
      words
        ? `Vous n’avez pas de liste nommée ${quoted(repeated(words))}.`
        : `De quelle liste s’agit-il${nb}?`,
      titles.length > 0 ? `Vos listes${nb}: ${w.names(titles)}.` : 'Vous n’avez pas encore de liste.',
    ].join(' '),

  reason: {
    because: ({ film, stars, shares }) =>
      `parce que vous avez donné ${inWords(stars)} à ${w.film(film)} (${
        shares.is === 'director'
          ? `aussi de ${w.isolated(shares.name)}`
          : shares.is === 'cast'
            ? `aussi avec ${w.isolated(shares.name)}`
            : `même genre${nb}: ${w.list(named(shares.ids))}`
      })`,
    likewise: 'pour la même raison',
    byTaste: (stars) => `${inWords(stars)} de la part de membres aux goûts proches des vôtres`,
    rating: w.of10,
    minutes: duration,
    stars: w.stars,
    unrated: 'sans note',
    day: w.day,
    as: (character) => `rôle${nb}: ${w.isolated(character)}`,
    seen: 'déjà vu',
    onWatchlist: 'dans votre liste À voir',
    friend: (username, stars) => `noté ${w.stars(stars)} par ${w.isolated(username)}`,
    average: (stars, who) => `${w.stars(stars)} (${w.count(who, friends)})`,
  },
}
