import type { AssistantFilm } from '#shared/api/assistant.ts'
import type { PersonRole } from '#shared/api/people.ts'
import type {
  Because,
  FilmFacts,
  FriendsOpinion,
  OwnFilm,
  OwnLogs,
  OwnStats,
  PersonAge,
} from '#built-in/language/found.ts'
import type { DiaryOrder, Fact, FilmOrder, Filters, Period } from '#built-in/language/question.ts'

/** The films that were asked for, in words: `horror films`, and ` (1980s, in Korean)` or nothing. */
export interface Described {
  films: string
  details: string
}

/** All that the built-in answerer says in one language. Texts are plain; lists follow headings line by line. */
export interface Texts {
  /** Between the parts of a line. */
  comma: string
  film(film: AssistantFilm): string
  greeting(username: string): string
  thanks: string
  help: string
  unknown: string
  sourceDown: string
  /** The film that the conversation named is no longer there. */
  filmGone: string
  noFilm(words: string): string
  noPerson(words: string): string
  /** Which of several films of one name was taken. */
  took(film: AssistantFilm, others: readonly AssistantFilm[]): string
  /** None is called so. */
  unsure(film: AssistantFilm): string

  age(person: PersonAge): string
  fact(fact: Fact, film: FilmFacts): string
  about(film: FilmFacts): string
  /** What the viewer did with the film; blank for nothing. */
  own(mine: OwnFilm): string
  /** One film of a comparison, without its title. */
  compared(film: FilmFacts): string
  /** How two films differ in what was asked; blank when they do not, or one is not known. */
  difference(a: FilmFacts, b: FilmFacts, by: Fact | null): string

  describe(asked: { filters: Filters; people?: readonly string[]; period?: Period }): Described
  found(order: FilmOrder, what: Described): string
  noneFound(what: Described): string
  similar(film: AssistantFilm, what: Described): string
  noneSimilar(film: AssistantFilm, what: Described): string
  ofPerson(name: string, role: PersonRole, what: Described): string
  noneOfPerson(name: string, role: PersonRole, what: Described): string
  /** What the viewer gave films of the person that was asked for. */
  lovedOfPerson(loved: readonly { film: AssistantFilm; stars: number }[]): string
  trending: string
  noneTrending: string

  watchlist(fitting: number, total: number, what: Described): string
  watchlistEmpty: string
  watchlistNoneFits(total: number, what: Described): string
  best(order: 'best' | 'worst', what: Described): string
  noneRated(what: Described): string
  last(what: Described, order?: DiaryOrder): string
  noneLogged(what: Described): string
  stats(stats: OwnStats, what: Described): string
  ownLogs(film: AssistantFilm, found: OwnLogs): string
  friendsLoved(what: Described): string
  noneLoved(what: Described): string
  followsNobody: string
  friendsOf(film: AssistantFilm, found: FriendsOpinion): string
  noFriendLogged(film: AssistantFilm): string
  noMember(words: string): string
  /** A heading. */
  memberOf(username: string, film: AssistantFilm): string
  noMemberLogged(username: string, film: AssistantFilm): string
  friendSays(username: string, rating: number | null, review: string): string

  byTaste(what: Described): string
  noneByTaste(what: Described): string
  refused(film: AssistantFilm): string
  forgotten(films: number): string
  recommendedAgain(film: AssistantFilm): string
  notRefused(film: AssistantFilm): string
  /** A heading. */
  refusedFilms(films: number): string
  noneRefused: string
  /** Questions, answered by a button. */
  offerWatchlist(film: AssistantFilm): string
  offerList(film: AssistantFilm, list: string): string
  onWatchlistAlready(film: AssistantFilm): string
  onListAlready(film: AssistantFilm, list: string): string
  /** `words`: the title that was asked for, or blank; `titles`: some of the member's lists. */
  noList(words: string, titles: readonly string[]): string

  /** Why a film is in a list, after its title. */
  reason: {
    because(because: Because): string
    /** Of the film above the same was said. */
    likewise: string
    byTaste(stars: number): string
    rating(of10: number): string
    minutes(minutes: number): string
    stars(stars: number): string
    unrated: string
    day(day: string): string
    as(character: string): string
    seen: string
    onWatchlist: string
    friend(username: string, stars: number): string
    average(stars: number, friends: number): string
  }
}
