import type { FilmDoubt } from '#shared/api/film-identity.ts'
import { dayMs } from '#shared/durations.ts'
import { maxInteger } from '#shared/integers.ts'
import { fail } from '../core/errors.ts'
import * as decisions from '../domains/film-identity/decisions.service.ts'
import { reconcileFilms } from '../domains/film-identity/reconcile.service.ts'
import { noteAct } from '../domains/audit/audit.service.ts'
import { findCachedFilm } from '../domains/films/films.service.ts'
import { refreshFilms } from '../domains/films/refresh.service.ts'
import { tooMuch, UsageError, type Command, type Done, type CommandArguments, type Tools } from './command.ts'

/** Titles as the film source has them in English. */
const reader = { language: 'en', choice: 'english' } as const

const ways = ['list', 'accept', 'refuse', 'reconsider', 'undo'] as const

function wayOf({ options }: CommandArguments) {
  const chosen = ways.filter((way) => options[way] === true)
  if (chosen.length > 1) throw new UsageError(`--${chosen.join(' and --')} do not go together`)
  return chosen[0]
}

function filmNumber(words: CommandArguments['words'], place: number): number {
  const number = Number(words[place])
  if (!Number.isSafeInteger(number) || number <= 0 || number > maxInteger)
    throw new UsageError('a film number is missing')
  return number
}

async function named({ ctx }: Tools, id: number): Promise<string> {
  const film = await findCachedFilm(ctx, id)
  return film ? `${film.title} (${yearOf(film)}, ${id})` : String(id)
}

const yearOf = (film: { release_date: string }) => film.release_date.slice(0, 4) || 'no year'

const filmsReconcile: Command = {
  name: 'films reconcile',
  usage: '[--list | --accept ID NUMBER | --refuse ID | --reconsider ID | --undo ID]',
  words: true,
  summary: [
    'Finds out which films of members are one film of the source, and decides where that is not sure.',
    'Without an option it does what the job does, to the end.',
  ].join('\n'),
  options: {
    list: { text: 'films that wait for a decision, with what they may be' },
    accept: { text: 'makes film ID the source’s film NUMBER, with all that hangs on it' },
    refuse: { text: 'leaves film ID a film of its own' },
    reconsider: { text: 'lets film ID, which was refused or undone, wait again' },
    undo: { text: 'makes film ID, which became another one, a film of its own again' },
  },
  asks: true,
  plan(given) {
    const { words } = given
    const way = wayOf(given)
    const numbers = way === 'accept' ? 2 : way === undefined || way === 'list' ? 0 : 1
    if (words.length > numbers) throw tooMuch(words[numbers])
    if (way === undefined) return reconcileAll
    if (way === 'list') return listed
    const id = filmNumber(words, 0)
    switch (way) {
      case 'accept':
        return accept(id, filmNumber(words, 1))
      case 'undo':
        return undo(id)
      case 'refuse':
        return async ({ ctx, by }) => {
          await decisions.refuseDoubt(ctx, by, id)
          return { lines: ['it stays a film of its own'], json: null }
        }
      case 'reconsider':
        return async ({ ctx, by }) => {
          await decisions.reconsiderDoubt(ctx, by, id)
          return { lines: ['it waits for a decision'], json: null }
        }
    }
  },
}

const accept = (id: number, number: number) => async (tools: Tools) => {
  const { ctx, by, confirm } = tools
  await confirm(`Make ${await named(tools, id)} one with ${await named(tools, number)}?`)
  const merge = await decisions.acceptDoubt(ctx, by, id, number)
  if (!merge) return { lines: ['they are one already'], json: null }
  const counts = Object.entries(merge.counts).map(([kind, rows]) => `  ${kind}: ${rows}`)
  return { lines: [`${merge.from} is ${merge.into} now`, ...counts], json: merge }
}

const undo =
  (id: number) =>
  async ({ ctx, by, confirm }: Tools) => {
    await confirm(`Make ${id} a film of its own again, with what was its?`)
    const undone = await decisions.undoMerge(ctx, by, id)
    const { restored, kept } = undone
    const line = `${restored} rows are as before, ${kept} were changed since and stay as they are`
    return { lines: [line], json: undone }
  }

async function reconcileAll(tools: Tools): Promise<Done> {
  const { ctx, by } = tools
  const before = await decisions.countDoubts(ctx)
  const isDone = await reconcileFilms(ctx, Number.POSITIVE_INFINITY)
  const after = await decisions.countDoubts(ctx)
  const merged = after.merged - before.merged
  if (merged > 0) await noteAct(ctx.db, ctx.now(), by, 'films.reconcile', { about: { merged } })
  if (!isDone) throw fail('film.source_down')
  const { lines, json } = await listed(tools)
  return {
    lines: [`${merged} films became others, ${after.waiting} wait for a decision`, ...lines],
    json: { merged, waiting: json },
  }
}

/** All that wait, page after page. */
async function listed({ ctx }: Tools): Promise<Done> {
  const doubts: FilmDoubt[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await decisions.listDoubts(ctx, reader, { limit: 100, cursor })
    doubts.push(...page.items)
    cursor = page.next ?? undefined
  }
  const line = ({ id, title, directors, ...film }: FilmDoubt['film']) =>
    `${id}  ${title} (${yearOf(film)})${directors.length > 0 ? `, ${directors.join(', ')}` : ''}`
  return {
    json: doubts,
    lines: doubts.flatMap(({ film, reason, confidence, candidates }) => [
      `${line(film)}  ${reason ?? ''} ${confidence} %`,
      ...candidates.map((one) => `    ${line(one)}`),
    ]),
  }
}

const maxDays = 3650

const refresh: Command = {
  name: 'films refresh',
  usage: 'FILM_ID… | --older-than DAYS',
  words: true,
  summary: [
    'Asks the film source again for films that Scene remembers, at its pace, and says how many changed.',
    'What is looked at is renewed by itself, a day old, and everything else once a month.',
  ].join('\n'),
  options: { 'older-than': { value: 'DAYS', text: 'all of which the source was asked so long ago' } },
  asks: false,
  plan({ words, options }) {
    const days = options['older-than']
    if ((days === undefined) === (words.length === 0))
      throw new UsageError('name films by their numbers, or say --older-than')
    const age = Number(days ?? 0)
    if (!Number.isInteger(age) || age < 0 || age > maxDays || days === '')
      throw new UsageError(`--older-than is a number of days, up to ${maxDays}`)
    const ids = [...new Set(words.map((_, place) => filmNumber(words, place)))]
    return async ({ ctx, by }) => {
      const before = new Date(ctx.now().getTime() - age * dayMs)
      const done = await refreshFilms(ctx, days === undefined ? ids : before)
      const { asked, changed, dropped, unknown, sourceDown } = done
      if (asked > 0)
        await noteAct(ctx.db, ctx.now(), by, 'films.refresh', { about: { asked, changed: changed.length } })
      return {
        lines: [
          `${asked} films were asked for, ${changed.length} changed`,
          ...(dropped.length > 0 ? [`the source knows no more, and they stay: ${dropped.join(', ')}`] : []),
          ...(unknown.length > 0 ? [`Scene remembers no film of: ${unknown.join(', ')}`] : []),
          ...(sourceDown ? ['the film source does not answer: the rest was not asked for'] : []),
        ],
        json: done,
        failed: sourceDown || unknown.length > 0,
      }
    }
  },
}

export const filmsCommands = [filmsReconcile, refresh]
