import type { Audience, Audiences, MemberPart } from '#shared/audience.ts'

// Who may know what, written a second time: from docs/product.md ("Block and mute", "Who sees what", "Notifications",
// "Editors", "Reports") and decisions 013, 045, 051, 070, 076 and 083, with nothing of the server's.

export interface Person {
  id: string
  username: string
  email: string
  password: string
  token: string
  gone: boolean
  locked: boolean
  /** Of new things; of what one has but one, its own. */
  audiences: Audiences
  bio: string
  /** The films on it, each with its audience. */
  watchlist: Map<number, Audience>
  favourites: Map<number, Audience>
  /** The films on the profile. */
  four: number[]
  follows: Set<string>
  blocks: Set<string>
  muted: Set<string>
  hiddenWords: Set<string>
}

/** A log with a review, a list or a comment. */
export interface Writing {
  kind: 'log' | 'list' | 'reply'
  id: string
  author: Person
  /** Of a comment, that of what it hangs below. */
  audience: Audience
  text: string
  /** Of a log. */
  film: number
  /** Of a list: by their ids, and whether they agreed. */
  editors: Map<string, boolean>
  /** What a comment hangs below. */
  below: Writing | null
  spoilers: boolean
  /** A moderator hid it. */
  hidden: boolean
  gone: boolean
}

/** Null is a guest. */
export type Reader = Person | null

/** Where things come unasked, by the names of calls: neither who is muted nor hidden words are there. */
const unasked = new Set([
  'getFeed',
  'getFilm',
  'getHome',
  'listDayLogs',
  'listFilmLists',
  'listFriendsLists',
  'listFriendsLogs',
  'listFriendsReviews',
  'listListReplies',
  'listMonthLogs',
  'listNewReviews',
  'listPopularLists',
  'listPopularReviews',
  'listReplies',
  'listSuggestions',
  'listWeekLogs',
  'previewDigest',
  'socket feed',
])

/** What tells of what happened, and quotes comments. */
const notifying = new Set([
  'listNotifications',
  'listNotificationGroups',
  'socket notification',
  'mail',
  'push',
])

/** Where things that became invisible keep their ids (docs/export.md). */
const keepingIds = new Set([...notifying, 'downloadExport'])

/** Where a list for whoever has its address is read by it. */
const byAddress = new Set(['getList', 'listListReplies', 'getEvening', 'guest list', 'downloadExport'])

/** Where a list is that one edits or is asked to edit, whomever it is for. */
const ofEditors = new Set([...byAddress, ...notifying, 'listEditedLists'])

/** Where members are who the reader has blocked. */
const ownBlocks = new Set(['getSafety', 'downloadExport'])

/** Pages with a preview for everybody; of a list it has the title. */
const previewed = new Set(['guest review', 'guest list', 'guest profile'])

/** Words that one text alone has, names of members, and ids. */
export const canaries = /zq\w{5}q|[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g

/** Whether figures that all members see count it. */
export const isForMembers = ({ audience, hidden }: Writing): boolean =>
  !hidden && ['public', 'members'].includes(audience)

export class Model {
  people = new Map<string, Person>()
  writings = new Map<string, Writing>()

  members = (): Person[] => [...this.people.values()].filter(({ gone }) => !gone)

  all = (...kinds: Writing['kind'][]): Writing[] =>
    [...this.writings.values()].filter(({ gone, kind }) => !gone && kinds.includes(kind))

  isApart = (one: Person, other: Person): boolean => one.blocks.has(other.id) || other.blocks.has(one.id)

  private isIn(reader: Reader, of: Person, audience: Audience): boolean {
    if (reader === of || audience === 'public') return true
    if (!reader || audience === 'me') return false
    const follows = reader.follows.has(of.id)
    return audience === 'members' || (follows && (audience === 'followers' || of.follows.has(reader.id)))
  }

  /** Whether somebody may open a writing. */
  sees(
    reader: Reader,
    { author, audience, below, editors, hidden, gone }: Writing,
    call = 'getList',
  ): boolean {
    if (gone || (reader && this.isApart(reader, author))) return false
    if (hidden && reader !== author) return false
    if (below) return reader !== null && this.sees(reader, below, call)
    if (reader && editors.has(reader.id) && ofEditors.has(call)) return true
    if (audience === 'link' && reader !== author) return byAddress.has(call)
    return this.isIn(reader, author, audience)
  }

  /** Whether a call leaves out what its reader hides or, as spoilers, would rather not know. */
  private leavesOut(call: string, reader: Reader, { kind, author, text, spoilers }: Writing): boolean {
    if (!reader || reader === author) return false
    // An event says that the feed has something new, and none of its words.
    const words = call === 'socket feed' ? [] : text.toLowerCase().split(/\W+/)
    const hides = reader.muted.has(author.id) || words.some((word) => reader.hiddenWords.has(word))
    return unasked.has(call) ? hides : notifying.has(call) && kind === 'reply' && (hides || spoilers)
  }

  /** Whether somebody may find a writing in an answer of a call. What one wrote is one's own wherever it hangs. */
  mayRead = (reader: Reader, what: Writing, call: string): boolean =>
    reader === what.author ? !what.gone : this.sees(reader, what, call) && !this.leavesOut(call, reader, what)

  /** Whether somebody may know of what a member has but one of. */
  seesPart = (reader: Reader, of: Person, part: MemberPart): boolean =>
    !of.gone && !(reader && this.isApart(reader, of)) && this.isIn(reader, of, of.audiences[part])

  /** Films on a shelf of a member that somebody may know of. */
  filmsOn = (reader: Reader, of: Person, shelf: 'watchlist' | 'favourites'): number[] =>
    [...of[shelf]].filter(([, audience]) => this.isIn(reader, of, audience)).map(([film]) => film)

  /** Editors of a list whose names somebody may know: who was only asked is known to the owner and to themselves. */
  editorsShown = (reader: Person, { author, editors }: Writing): string[] =>
    [...editors]
      .filter(([id, agreed]) => agreed || reader === author || reader.id === id)
      .map(([id]) => id)
      .filter((id) => !this.isApart(reader, this.people.get(id) ?? reader))

  /** Whether previews tell everybody of it. */
  private isPreviewed = ({ gone, hidden, kind, audience }: Writing): boolean =>
    !gone && !hidden && kind !== 'reply' && ['public', 'members', 'link'].includes(audience)

  private mayName(reader: Reader, whom: Person, call: string): boolean {
    if (whom.gone) return false
    if (reader === whom) return true
    if (reader && this.isApart(reader, whom)) return ownBlocks.has(call) && reader.blocks.has(whom.id)
    if (reader) return !(unasked.has(call) && reader.muted.has(whom.id))
    const own = [...this.writings.values()].filter(({ author }) => author === whom)
    return (
      call === 'guest profile' ||
      this.seesPart(null, whom, 'profile') ||
      own.some((what) => (previewed.has(call) ? this.isPreviewed(what) : this.sees(null, what)))
    )
  }

  /** Why a canary may not be in what a call answers; null where it may. */
  objection(reader: Reader, found: string, call: string): string | null {
    const about = this.writings.get(found)
    if (about)
      return keepingIds.has(call) || this.mayRead(reader, about, call) ? null : `the id of ${naming(about)}`
    // Members are known by their names.
    if (found.includes('-')) return null
    for (const person of this.people.values()) {
      if (person.username === found) return this.mayName(reader, person, call) ? null : 'a name'
      if (person.bio.includes(found)) return this.seesPart(reader, person, 'profile') ? null : 'a bio'
    }
    const said = [...this.writings.values()].find(({ text }) => text.includes(found))
    if (!said) return 'a text that was replaced'
    if (!reader && call === 'guest list' && said.kind === 'list' && this.isPreviewed(said)) return null
    return this.mayRead(reader, said, call) ? null : naming(said)
  }
}

const naming = ({ kind, audience, hidden, gone }: Writing) =>
  `a ${gone ? 'deleted ' : hidden ? 'hidden ' : ''}${kind} for ${audience}`
