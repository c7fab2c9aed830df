import { genreNames } from '#built-in/genre-names.ts'
import type { FilmFacts } from '#built-in/language/found.ts'
import type { Fact, Mood } from '#built-in/language/question.ts'
import type { Texts } from '#built-in/language/wording/texts.ts'
import type { PluralForms } from '#shared/locale.ts'
import { createWording, cut, repeated } from '#built-in/language/wording/locale-format.ts'

const w = createWording('arabic')

const genres = genreNames.ar
/** After “أفلام”. */
const kinds: Readonly<Record<number, string>> = {
  28: 'حركة',
  12: 'مغامرات',
  16: 'رسوم متحركة',
  35: 'كوميدية',
  80: 'جريمة',
  99: 'وثائقية',
  18: 'درامية',
  10751: 'عائلية',
  14: 'فانتازيا',
  36: 'تاريخية',
  27: 'رعب',
  10402: 'موسيقية',
  9648: 'غموض',
  10749: 'رومانسية',
  878: 'خيال علمي',
  10770: 'تلفزيونية',
  53: 'إثارة',
  10752: 'حرب',
  37: 'ويسترن',
}
const moods: Readonly<Record<Mood, string>> = {
  funny: 'مضحكة',
  sad: 'حزينة',
  scary: 'مخيفة',
  tense: 'مشوّقة',
  romantic: 'رومانسية',
  uplifting: 'ترفع المعنويات',
  relaxing: 'مريحة',
  thoughtful: 'تدعو إلى التفكير',
  exciting: 'حماسية',
}
/** In the order of centuries' decades: the twenties first. */
const decades = [
  'العشرينيات',
  'الثلاثينيات',
  'الأربعينيات',
  'الخمسينيات',
  'الستينيات',
  'السبعينيات',
  'الثمانينيات',
  'التسعينيات',
]
const films: PluralForms = {
  zero: 'لا أفلام',
  one: 'فيلم واحد',
  two: 'فيلمان',
  few: '# أفلام',
  many: '# فيلمًا',
  other: '# فيلم',
}
const logs: PluralForms = {
  zero: 'لا سجلات',
  one: 'سجل واحد',
  two: 'سجلّان',
  few: '# سجلات',
  many: '# سجلًّا',
  other: '# سجل',
}
/** After a verb that they are the object of. */
const times: PluralForms = {
  one: 'مرة واحدة',
  two: 'مرتين',
  few: '# مرات',
  many: '# مرة',
  other: '# مرة',
}
/** After “من” or as whose something is. */
const friends: PluralForms = {
  one: 'صديق واحد',
  two: 'صديقين',
  few: '# أصدقاء',
  many: '# صديقًا',
  other: '# صديق',
}
const votes: PluralForms = { one: 'صوت واحد', two: 'صوتين', few: '# أصوات', many: '# صوتًا', other: '# صوت' }
const hours: PluralForms = { one: 'ساعة', two: 'ساعتان', few: '# ساعات', many: '# ساعة', other: '# ساعة' }
const minutesForms: PluralForms = {
  one: 'دقيقة',
  two: 'دقيقتان',
  few: '# دقائق',
  many: '# دقيقة',
  other: '# دقيقة',
}
const reviews: PluralForms = {
  one: 'مراجعة واحدة',
  two: 'مراجعتان',
  few: '# مراجعات',
  many: '# مراجعة',
  other: '# مراجعة',
}

const named = (ids: readonly number[]) => ids.flatMap((id) => genres[id] ?? [])
const quoted = (text: string) => `«${w.isolated(text)}»`

function brackets(details: readonly string[]): string {
  const told = details.filter(Boolean)
  return told.length > 0 ? ` (${told.join('، ')})` : ''
}

function duration(minutes: number): string {
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (whole === 0) return w.count(rest, minutesForms)
  return rest === 0 ? w.count(whole, hours) : `${w.count(whole, hours)} و${w.count(rest, minutesForms)}`
}

const since = (day: string) => `منذ ${day}`
const until = (day: string) => `حتى ${day}`

function decade(from: number): string {
  const name = from >= 1920 && from < 2000 ? decades[(from - 1920) / 10] : undefined
  return name ?? `من ${from} إلى ${from + 9}`
}

function years(from: number | undefined, to: number | undefined): string[] {
  if (from === undefined) return to === undefined ? [] : [`حتى ${to}`]
  if (to === undefined) return [`منذ ${from}`]
  if (from === to) return [String(from)]
  return [from % 10 === 0 && to === from + 9 ? decade(from) : `من ${from} إلى ${to}`]
}

/** Of some films only the year is known, and stands as its first day. */
const released = (day: string) => (day.endsWith('-01-01') ? `عام ${day.slice(0, 4)}` : `في ${w.day(day)}`)

const facts: Record<Fact, (film: FilmFacts) => string | null> = {
  director: (film) =>
    film.directors.length > 0 ? `فيلم ${w.film(film)} من إخراج ${w.names(film.directors)}.` : null,
  cast: (film) =>
    film.cast.length > 0
      ? `فيلم ${w.film(film)} من بطولة ${w.names(film.cast.slice(0, 6).map(({ name }) => name))}.`
      : null,
  runtime: ({ minutes, ...film }) =>
    minutes === null ? null : `مدة فيلم ${w.film(film)}: ${duration(minutes)}.`,
  release: (film) => film.released && `صدر فيلم ${w.film(film)} ${released(film.released)}.`,
  genres: (film) => {
    const known = named(film.genres.map(({ id }) => id))
    return known.length > 0 ? `تصنيف فيلم ${w.film(film)}: ${known.join('، ')}.` : null
  },
  plot: (film) =>
    film.overview && `قصة فيلم ${w.film(film)} (بالإنجليزية):\n${w.isolated(cut(film.overview, 600))}`,
  language: (film) => film.language && `اللغة الأصلية لفيلم ${w.film(film)}: ${w.tongue(film.language)}.`,
  country: (film) =>
    film.countries.length > 0
      ? `بلد إنتاج فيلم ${w.film(film)}: ${w.list(film.countries.map((code) => w.country(code)))}.`
      : null,
  rating: (film) =>
    film.rating === null
      ? null
      : `تقييم فيلم ${w.film(film)} هو ${w.of10(film.rating)} من ${w.count(film.votes, votes)}.`,
  providers: (film) => {
    const regions = Object.entries(film.providers).slice(0, 6)
    return regions.length > 0
      ? `يُعرض فيلم ${w.film(film)} على:\n${regions.map(([code, names]) => `${w.country(code)}: ${names.map(w.isolated).join('، ')}`).join('\n')}`
      : `لا أعرف أين يمكن مشاهدة ${w.film(film)}.`
  },
}

const byRole = { actor: 'من بطولة', director: 'من إخراج' } as const

const starWords: Readonly<Record<number, string>> = {
  3.5: 'ثلاث نجوم ونصفًا',
  4: 'أربع نجوم',
  4.5: 'أربع نجوم ونصفًا',
  5: 'خمس نجوم',
}
const inWords = (stars: number) => starWords[stars] ?? w.stars(stars)

export const arabicTexts: Texts = {
  comma: w.comma,
  film: w.film,
  greeting: (username) =>
    `أهلًا ${w.isolated(username)}! يمكن سؤالي عن فيلم، أو عمّا يستحق المشاهدة الليلة، أو عن يومياتك.`,
  thanks: 'على الرحب والسعة. مشاهدة ممتعة!',
  help: 'أعرف الأفلام ويومياتك. من الأسئلة الممكنة:\n«من أخرج Parasite؟»\n«رشّح لي فيلمًا مضحكًا من التسعينيات أقل من 100 دقيقة»\n«أفلام تشبه Inception»\n«قارن بين Alien وAliens»\n«ماذا أشاهد من قائمة المشاهدة؟»\n«ما أعلى تقييماتي هذا العام؟»\n«ماذا أحب أصدقائي؟»',
  unknown:
    'لم أفهم ذلك؛ لا أستطيع المساعدة إلا في الأفلام ويومياتك. من الأسئلة الممكنة:\n«من أخرج Parasite؟»\n«رشّح لي فيلم رعب من الثمانينيات»\n«ما أعلى تقييماتي هذا العام؟»',
  sourceDown:
    'تعذّر الوصول إلى قاعدة بيانات الأفلام، فلا أستطيع الإجابة عن هذا الآن. ما زالت الأسئلة عن يومياتك وقائمة مشاهدتك ممكنة، ويمكن تكرار هذا السؤال لاحقًا.',
  filmGone: 'لم أعد أجد هذا الفيلم.',
  noFilm: (words) => `لم أجد فيلمًا باسم ${quoted(repeated(words))}. قد يفيد التحقق من الكتابة، أو ذكر السنة.`,
  noPerson: (words) =>
    `لم أجد أحدًا باسم ${quoted(repeated(words))}. قد يفيد التحقق من الكتابة، أو ذكر الاسم كاملًا.`,
  took: (film, others) => `اخترت ${w.film(film)}؛ وهناك أيضًا ${w.list(others.map(w.film))}.`,
  unsure: (film) => `لم يتضح لي الفيلم المقصود؛ هذا عن ${w.film(film)}.`,

  age: ({ name, birthday, deathday, years }) => {
    const who = w.isolated(name)
    if (birthday === null || years === null) return `لا أعرف عمر ${who}.`
    const age = w.count(years, {
      zero: 'أقل من سنة',
      one: 'سنة واحدة',
      two: 'سنتان',
      few: '# سنوات',
      many: '# سنة',
      other: '# سنة',
    })
    return deathday === null
      ? `عمر ${who}: ${age} (تاريخ الميلاد: ${w.day(birthday)}).`
      : `${who}: تاريخ الميلاد ${w.day(birthday)}، وتاريخ الوفاة ${w.day(deathday)}، عن عمر ${age}.`
  },
  fact: (fact, film) => facts[fact](film) ?? `لا أعرف ذلك عن فيلم ${w.film(film)}.`,
  about: (film) => {
    const by = film.directors.length > 0 ? `إخراج ${w.names(film.directors)}` : null
    const stars =
      film.cast.length > 0 ? `بطولة ${w.names(film.cast.slice(0, 3).map(({ name }) => name))}` : null
    const known = named(film.genres.map(({ id }) => id)).join('، ')
    const rated = film.rating === null ? null : `التقييم ${w.of10(film.rating)}`
    const head = [by, stars, known, film.minutes && duration(film.minutes), rated].filter(Boolean)
    const text = film.overview && `\nالقصة بالإنجليزية:\n${w.isolated(cut(film.overview, 400))}`
    return `${w.film(film)}${head.length > 0 ? `: ${head.join('؛ ')}.` : ''}${text}`
  },
  own: (mine) => {
    if (mine.rating !== null) return `تقييمك له: ${w.stars(mine.rating)}.`
    if (mine.logs > 0) return 'هو في يومياتك.'
    if (mine.seen) return 'هو من الأفلام التي شاهدتها.'
    return mine.onWatchlist ? 'هو في قائمة مشاهدتك.' : ''
  },
  compared: (film) =>
    [
      film.directors.length > 0 ? `إخراج ${w.names(film.directors)}` : '',
      film.minutes === null ? '' : duration(film.minutes),
      film.rating === null ? '' : `التقييم ${w.of10(film.rating)}`,
      film.mine.rating === null ? '' : `تقييمك ${w.stars(film.mine.rating)}`,
    ]
      .filter(Boolean)
      .join('، '),
  difference: (a, b, by) => {
    if (by === 'runtime') {
      if (a.minutes === null || b.minutes === null) return ''
      if (a.minutes === b.minutes) return 'مدة الفيلمين متساوية.'
      const longer = a.minutes > b.minutes ? a : b
      return `${w.film(longer)} هو الأطول، والفرق: ${duration(Math.abs(a.minutes - b.minutes))}.`
    }
    if (by === 'release') {
      if (!a.released || !b.released) return ''
      if (a.released === b.released) return 'صدر الفيلمان في الوقت نفسه.'
      return `${w.film(a.released > b.released ? a : b)} هو الأحدث.`
    }
    if (a.rating === null || b.rating === null) return ''
    if (a.rating === b.rating) return 'تقييم الفيلمين متساوٍ.'
    return `${w.film(a.rating > b.rating ? a : b)} هو الأعلى تقييمًا.`
  },

  describe: ({ filters, people = [], period }) => {
    const asked = (filters.genres ?? []).flatMap((id) => kinds[id] ?? [])
    const mood = filters.mood ? [moods[filters.mood]] : []
    return {
      films: ['أفلام', [...asked, ...mood].join(' و')].filter(Boolean).join(' '),
      details: brackets([
        ...(period ? [w.period(period, since, until)] : []),
        ...years(filters.from, filters.to),
        ...(filters.country ? [w.country(filters.country)] : []),
        ...(filters.language ? [`اللغة: ${w.tongue(filters.language)}`] : []),
        ...(filters.shortest === undefined ? [] : [`المدة من ${filters.shortest} دقيقة`]),
        ...(filters.longest === undefined ? [] : [`المدة حتى ${filters.longest} دقيقة`]),
        ...named(filters.without ?? []).map((genre) => `بلا ${genre}`),
        ...(people.length > 0 ? [`مع ${w.names(people)}`] : []),
      ]),
    }
  },
  found: (order, what) =>
    ({
      popular: `${what.films} قد تعجبك${what.details}:`,
      best: `${what.films}${what.details}، الأعلى تقييمًا أولًا:`,
      newest: `${what.films}${what.details}، الأحدث أولًا:`,
      oldest: `${what.films}${what.details}، الأقدم أولًا:`,
    })[order],
  noneFound: (what) => `لم أجد ${what.films}${what.details}. قد تفيد شروط أقل.`,
  similar: (film, what) => `${what.films} تشبه ${w.film(film)}${what.details}:`,
  noneSimilar: (film, what) => `لم أجد ${what.films} تشبه ${w.film(film)}${what.details}.`,
  ofPerson: (name, role, what) => `${what.films} ${byRole[role]} ${w.isolated(name)}${what.details}:`,
  noneOfPerson: (name, role, what) =>
    `لم أجد ${what.films} ${byRole[role]} ${w.isolated(name)}${what.details}.`,
  lovedOfPerson: (loved) =>
    `سبق أن منحت ${w.list(loved.map(({ film, stars }) => `${w.film(film)} ${inWords(stars)}`))}.`,
  trending: 'الأكثر رواجًا هذا الأسبوع:',
  noneTrending: 'لا شيء رائج الآن.',

  watchlist: (fitting, total, what) =>
    fitting === total
      ? `من قائمة مشاهدتك (${w.count(total, films)}) أقترح:`
      : `في قائمة مشاهدتك ${w.count(total, films)}، ويناسب سؤالك (${what.films}${what.details}) منها ${w.number(fitting)}. أقترح:`,
  watchlistEmpty: 'قائمة مشاهدتك فارغة. تُضاف إليها الأفلام من صفحاتها، وعندها أختار لك منها.',
  watchlistNoneFits: (total, what) =>
    `لم أجد ${what.films}${what.details} في قائمة مشاهدتك (${w.count(total, films)}). قد تفيد شروط أقل.`,
  best: (order, what) => `${what.films} قيّمتها${what.details}، ${order === 'best' ? 'الأعلى' : 'الأدنى'} أولًا:`,
  noneRated: (what) => `لم أجد ${what.films} من تقييمك${what.details}. تكفي تقييمات قليلة لأجيب عن هذا.`,
  last: (what, order) =>
    `${what.films} سجّلتها${what.details}، ${order ? { shortest: 'الأقصر', longest: 'الأطول', oldest: 'الأقدم صدورًا' }[order] : 'الأحدث'} أولًا:`,
  noneLogged: (what) => `لم أجد ${what.films} في يومياتك${what.details}. يكفي سجل واحد لأجيب عن هذا.`,
  stats: (stats, { details }) =>
    [
      `يومياتك${details}: ${w.count(stats.logs, logs)}، ${w.count(stats.films, films)}.`,
      stats.minutes > 0 ? `وقت المشاهدة: ${duration(stats.minutes)}.` : '',
      stats.averageRating === null ? '' : `متوسط التقييم: ${w.stars(stats.averageRating)}.`,
      stats.rewatches > 0 ? `أعدت المشاهدة ${w.count(stats.rewatches, times)}.` : '',
      stats.reviews > 0 ? `كتبت: ${w.count(stats.reviews, reviews)}.` : '',
      stats.genres.length > 0
        ? `الأنواع الأكثر مشاهدة: ${named(stats.genres.map(({ id }) => id)).join('، ')}.`
        : '',
      stats.decade ? `العقد الأكثر مشاهدة: ${decade(stats.decade.from)}.` : '',
    ]
      .filter(Boolean)
      .join('\n'),
  ownLogs: (film, { mine, logs: found }) => {
    if (mine.logs === 0 && mine.seen)
      return `نعم، شاهدت ${w.film(film)}${mine.rating === null ? '' : `، وتقييمك له ${w.stars(mine.rating)}`}، وليس في يومياتك.`
    if (mine.logs === 0)
      return `لا سجل لك عن ${w.film(film)} بعد${mine.onWatchlist ? '؛ وهو في قائمة مشاهدتك' : ''}.`
    const rated = mine.rating === null ? '' : `، وتقييمك له ${w.stars(mine.rating)}`
    const day = found[0]?.day ?? mine.lastDay
    const when = day === null ? '' : `${mine.logs > 1 ? '، آخرها' : ''} في ${w.day(day)}`
    return `نعم، سجّلت ${w.film(film)} ${w.count(mine.logs, times)}${when}${rated}.`
  },
  friendsLoved: (what) => `${what.films} أحبها أصدقاؤك${what.details}:`,
  noneLoved: (what) => `لم أجد ${what.films} نالت من أصدقائك 4 نجوم أو أكثر${what.details}.`,
  followsNobody: 'لا متابعات لك بعد. بعد متابعة أعضاء يعجبك ذوقهم أستطيع الإجابة عن هذا.',
  friendsOf: (film, { friends: who, average, logs }) =>
    `فيلم ${w.film(film)} في يوميات ${w.count(who, friends)}${average === null ? '' : `؛ متوسط التقييم ${w.stars(average)}`}${logs.length === 0 ? '.' : ':'}`,
  noFriendLogged: (film) => `لا سجل لأصدقائك عن ${w.film(film)} بعد.`,
  noMember: (words) =>
    `لم أجد عضوًا باسم ${quoted(repeated(words))}. قد يفيد التحقق من الكتابة، أو ذكر الاسم المكتوب في الملف الشخصي.`,
  memberOf: (username, film) => `${w.isolated(username)} عن ${w.film(film)}:`,
  noMemberLogged: (username, film) => `لا أرى شيئًا من ${w.isolated(username)} عن ${w.film(film)}.`,
  friendSays: (username, rating, review) =>
    `${w.isolated(username)}: ${rating === null ? 'بلا تقييم' : w.stars(rating)}${review ? `، ${quoted(review)}` : ''}`,

  byTaste: (what) => `${what.films} أعجبت أعضاء ذوقهم قريب من ذوقك${what.details}:`,
  noneByTaste: (what) =>
    `لم أجد ${what.films} أعجبت أعضاء ذوقهم قريب من ذوقك${what.details}. كلما زادت تقييماتك وجدت أكثر.`,
  refused: (film) =>
    `لن أرشّح ${w.film(film)} بعد الآن ما لم يدخل يومياتك. للتراجع: ${quoted('انس ما رفضته')}.`,
  forgotten: (count) =>
    count === 0 ? arabicTexts.noneRefused : `أُلغي الرفض، والعائد إلى ترشيحاتي: ${w.count(count, films)}.`,
  recommendedAgain: (film) => `عاد ${w.film(film)} إلى ترشيحاتي.`,
  notRefused: (film) => `لم يسبق رفض ${w.film(film)}؛ وما زال ممكنًا أن أرشّحه.`,
  refusedFilms: (count) =>
    `خارج ترشيحاتي ${w.count(count, films)}. لإعادة أحدها: ${quoted('أعد ترشيح …')}، ولإعادتها كلها: ${quoted('انس ما رفضته')}:`,
  noneRefused: 'لا أفلام مرفوضة لديك.',
  offerWatchlist: (film) => `هل أضيف ${w.film(film)} إلى قائمة مشاهدتك؟`,
  offerList: (film, list) => `هل أضيف ${w.film(film)} إلى قائمتك ${quoted(list)}؟`,
  onWatchlistAlready: (film) => `${w.film(film)} في قائمة مشاهدتك من قبل.`,
  onListAlready: (film, list) => `${w.film(film)} في قائمتك ${quoted(list)} من قبل.`,
  noList: (words, titles) =>
    [
      words ? `لا قائمة لديك باسم ${quoted(repeated(words))}.` : 'أي قوائمك المقصودة؟',
      titles.length > 0 ? `قوائمك: ${w.names(titles)}.` : 'لا قوائم لديك بعد.',
    ].join(' '),

  reason: {
    because: ({ film, stars, shares }) =>
      `لأنك منحت ${w.film(film)} ${inWords(stars)} (${
        shares.is === 'director'
          ? `المخرج نفسه: ${w.isolated(shares.name)}`
          : shares.is === 'cast'
            ? `من طاقمه أيضًا: ${w.isolated(shares.name)}`
            : `النوع نفسه: ${named(shares.ids).join('، ')}`
      })`,
    likewise: 'للسبب نفسه',
    byTaste: (stars) => `منحه أعضاء ذوقهم قريب من ذوقك ${inWords(stars)}`,
    rating: w.of10,
    minutes: duration,
    stars: w.stars,
    unrated: 'بلا تقييم',
    day: w.day,
    as: (character) => `دور ${w.isolated(character)}`,
    seen: 'سبقت لك مشاهدته',
    onWatchlist: 'في قائمة مشاهدتك',
    friend: (username, stars) => `تقييم ${w.isolated(username)}: ${w.stars(stars)}`,
    average: (stars, who) => `${w.stars(stars)} من ${w.count(who, friends)}`,
  },
}
