import { expect } from 'vitest'
import {
  getImport,
  importFiles,
  importLetterboxdLogs,
  importLetterboxdWatchlist,
  type Import,
} from '#shared/api/transfer.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { runImports } from '#server/domains/transfer/running/run.service.ts'
import { letterboxdZip } from './letterboxd-export.ts'
import { FakeMatching } from './matcher.ts'

const calls = { logs: importLetterboxdLogs, watchlist: importLetterboxdWatchlist }

type Call = keyof typeof calls | 'any'

export const diaryHeader = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date'
export const ratingsHeader = 'Date,Name,Year,Letterboxd URI,Rating'
export const filmsHeader = 'Date,Name,Year,Letterboxd URI'

interface ImportOptions {
  /** Films that are there, by title. */
  titles?: readonly string[]
  isMatcherReal?: boolean
}

/** Scene with its worker and some films, and what tests of imports do again and again. */
export async function startImportApp({
  jobs = true,
  titles = [],
  isMatcherReal = false,
  ...options
}: Parameters<typeof startTestApp>[0] & ImportOptions = {}) {
  const app = await startTestApp({ jobs: false, ...options })
  const films = new Map<string, number>()
  for (const title of titles) films.set(title, (await buildFilm(app, { title })).id)
  const filmId = (title: string) => {
    const id = films.get(title)
    if (id === undefined) throw new Error(`no film ${title} was asked for`)
    return id
  }
  const matching = new FakeMatching()
  /** Goes on with a member's imports, here and now. */
  const run = (memberId: string) =>
    isMatcherReal ? runImports(app.ctx, memberId) : runImports(app.ctx, memberId, matching.startMatcher)
  app.ctx.jobs.define('imports.run', ({ memberId }) => run(memberId))
  if (jobs) await app.ctx.jobs.start()
  const send = (
    as: TestMember,
    call: Call,
    lines: string[],
    name = 'diary.csv',
    body: { privateLists?: boolean } = {},
  ) => {
    const files = { file: { bytes: Buffer.from(lines.join('\r\n')), name, type: 'text/csv' } }
    return call === 'any' ? app.call(importFiles, { as, body, files }) : app.call(calls[call], { as, files })
  }
  /** Files of lines in an archive. */
  const sendZip = (as: TestMember, lines: Partial<Record<string, string[]>>, body = {}) => {
    const file = { bytes: letterboxdZip(lines), name: 'letterboxd.zip', type: 'application/zip' }
    return app.call(importFiles, { as, body, files: { file } })
  }
  const read = async (as: TestMember, importId: string) =>
    (await app.call(getImport, { as, params: { importId } })).data
  /** Uploads, and waits for the end of the import. */
  const bring = async (
    as: TestMember,
    call: Call,
    lines: string[],
    name?: string,
    body?: { privateLists?: boolean },
  ): Promise<Import> => {
    const { status, data, error } = await send(as, call, lines, name, body)
    if (status !== 200) throw new Error(JSON.stringify(error))
    return ended(as, data.importId)
  }
  const bringZip = async (...sent: Parameters<typeof sendZip>): Promise<Import> => {
    const { status, data, error } = await sendZip(...sent)
    if (status !== 200) throw new Error(JSON.stringify(error))
    return ended(sent[0], data.importId)
  }
  const ended = async (as: TestMember, importId: string): Promise<Import> => {
    await expect
      .poll(async () => (await read(as, importId)).state, { timeout: 20_000, interval: 20 })
      .not.toBe('running')
    return read(as, importId)
  }
  const member = () => buildMember(app)
  return { ...app, matching, filmId, run, send, sendZip, read, bring, bringZip, ended, member }
}

export type ImportApp = Awaited<ReturnType<typeof startImportApp>>

/** A member's logs, the newest first, as the tables have them. */
export const logsOf = ({ db }: TestApp, memberId: string) =>
  db
    .selectFrom('logs')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
