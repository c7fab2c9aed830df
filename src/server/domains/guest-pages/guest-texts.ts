import { localeTags, pluralForm, type Locale, type PluralForms } from '#shared/locale.ts'
import { isolated } from '#shared/isolated.ts'

/** The fixed texts of pages for guests. */
export interface GuestTexts {
  skip: string
  languages: string
  logIn: string
  signUp: string
  logInToLike: string
  logInToFollow: string
  logInToWatch: string
  nothing: string
  report: string
  privacy: string
  feed: string
  on(host: string): string
  films: string
  recent: string
  reviews: string
  lists: string
  watchlist: string
  favourites: string
  stars: string
  about: string
  older: string
  showSpoilers: string
  spoiler: string
  readReview: string
  noReviews: string
  directedBy: string
  cast: string
  minutes(count: number): string
  filmsCounted(count: number): string
  followersCounted(count: number): string
  followingCounted(count: number): string
  reviewBy(name: string): string
  listBy(name: string): string
  watchedOn(day: string): string
  starsOf(rating: number): string
  average(rating: number): string
}

export const number = (locale: Locale, value: number) =>
  value.toLocaleString(localeTags[locale], { maximumFractionDigits: 1 })

const counted = (locale: Locale, forms: PluralForms) => (count: number) =>
  pluralForm(locale, count, forms).replace('{n}', number(locale, count))

export const guestTexts: Record<Locale, GuestTexts> = {
  en: {
    skip: 'Skip to the content',
    languages: 'Language',
    logIn: 'Log in',
    signUp: 'Sign up',
    logInToLike: 'Log in to like',
    logInToFollow: 'Log in to follow',
    logInToWatch: 'Log in to add it to a watchlist',
    nothing: 'Nothing public here.',
    report: 'Report this page',
    privacy: 'Privacy',
    feed: 'RSS feed',
    on: (host) => `Scene on ${isolated(host)}`,
    films: 'Films',
    recent: 'Recently logged',
    reviews: 'Reviews',
    lists: 'Lists',
    watchlist: 'Watchlist',
    favourites: 'Favorites',
    stars: 'Stars given',
    about: 'About the film',
    older: 'Older',
    showSpoilers: 'Show text with spoilers',
    spoiler: 'spoiler',
    readReview: 'Read the whole review',
    noReviews: 'No public reviews yet.',
    directedBy: 'Directed by',
    cast: 'Cast',
    minutes: counted('en', { one: '{n} minute', other: '{n} minutes' }),
    filmsCounted: counted('en', { one: '{n} film', other: '{n} films' }),
    followersCounted: counted('en', { one: '{n} follower', other: '{n} followers' }),
    followingCounted: counted('en', { other: '{n} following' }),
    reviewBy: (name) => `Review by ${isolated(name)}`,
    listBy: (name) => `A list by ${isolated(name)}`,
    watchedOn: (day) => `Watched on ${day}`,
    starsOf: (rating) => `${number('en', rating)} out of 5 stars`,
    average: (rating) => `${number('en', rating)} on average`,
  },
  ar: {
    skip: 'الانتقال إلى المحتوى',
    languages: 'اللغة',
    logIn: 'تسجيل الدخول',
    signUp: 'إنشاء حساب',
    logInToLike: 'الدخول للإعجاب',
    logInToFollow: 'الدخول للمتابعة',
    logInToWatch: 'الدخول للإضافة إلى قائمة المشاهدة',
    nothing: 'لا شيء عام هنا.',
    report: 'الإبلاغ عن هذه الصفحة',
    privacy: 'الخصوصية',
    feed: 'خلاصة RSS',
    on: (host) => `Scene على ${isolated(host)}`,
    films: 'الأفلام',
    recent: 'آخر ما سُجِّل',
    reviews: 'المراجعات',
    lists: 'القوائم',
    watchlist: 'قائمة المشاهدة',
    favourites: 'المفضّلة',
    stars: 'النجوم الممنوحة',
    about: 'عن الفيلم',
    older: 'الأقدم',
    showSpoilers: 'إظهار نص يحرق الأحداث',
    spoiler: 'حرق للأحداث',
    readReview: 'قراءة المراجعة كاملة',
    noReviews: 'لا مراجعات عامة بعد.',
    directedBy: 'إخراج',
    cast: 'طاقم التمثيل',
    minutes: counted('ar', {
      zero: '{n} دقيقة',
      one: 'دقيقة واحدة',
      two: 'دقيقتان',
      few: '{n} دقائق',
      many: '{n} دقيقة',
      other: '{n} دقيقة',
    }),
    filmsCounted: counted('ar', {
      zero: 'لا أفلام',
      one: 'فيلم واحد',
      two: 'فيلمان',
      few: '{n} أفلام',
      many: '{n} فيلمًا',
      other: '{n} فيلم',
    }),
    followersCounted: counted('ar', {
      zero: 'لا متابِعين',
      one: 'متابِع واحد',
      two: 'متابِعان',
      few: '{n} متابِعين',
      many: '{n} متابِعًا',
      other: '{n} متابِع',
    }),
    followingCounted: counted('ar', {
      zero: 'لا متابَعات',
      one: 'متابَعة واحدة',
      two: 'متابَعتان',
      few: '{n} متابَعات',
      many: '{n} متابَعة',
      other: '{n} متابَعة',
    }),
    reviewBy: (name) => `مراجعة ${isolated(name)}`,
    listBy: (name) => `قائمة من ${isolated(name)}`,
    watchedOn: (day) => `تاريخ المشاهدة: ${day}`,
    starsOf: (rating) => `${number('ar', rating)} من 5 نجوم`,
    average: (rating) => `المتوسط ${number('ar', rating)}`,
  },
  fr: {
    skip: 'Aller au contenu',
    languages: 'Langue',
    logIn: 'Se connecter',
    signUp: 'S’inscrire',
    logInToLike: 'Se connecter pour aimer',
    logInToFollow: 'Se connecter pour suivre',
    logInToWatch: 'Se connecter pour l’ajouter à la liste À voir',
    nothing: 'Rien de public ici.',
    report: 'Signaler cette page',
    privacy: 'Confidentialité',
    feed: 'Flux RSS',
    on: (host) => `Scene sur ${isolated(host)}`,
    films: 'Films',
    recent: 'Dernières entrées du journal',
    reviews: 'Critiques',
    lists: 'Listes',
    watchlist: 'À voir',
    favourites: 'Favoris',
    stars: 'Étoiles données',
    about: 'À propos du film',
    older: 'Plus anciens',
    showSpoilers: 'Afficher le texte qui dévoile l’intrigue',
    spoiler: 'révélation',
    readReview: 'Lire la critique entière',
    noReviews: 'Pas encore de critique publique.',
    directedBy: 'Réalisation',
    cast: 'Distribution',
    minutes: counted('fr', { one: '{n} minute', other: '{n} minutes' }),
    filmsCounted: counted('fr', { one: '{n} film', other: '{n} films' }),
    followersCounted: counted('fr', { one: '{n} abonné', other: '{n} abonnés' }),
    followingCounted: counted('fr', { one: '{n} abonnement', other: '{n} abonnements' }),
    reviewBy: (name) => `Critique de ${isolated(name)}`,
    listBy: (name) => `Une liste de ${isolated(name)}`,
    watchedOn: (day) => `Vu le ${day}`,
    starsOf: counted('fr', { one: '{n} étoile sur 5', other: '{n} étoiles sur 5' }),
    average: (rating) => `${number('fr', rating)} en moyenne`,
  },
}
