import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { minuteMs } from '#shared/durations.ts'
import { locales } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { ownUrl } from '#server/config.ts'
import type { Context, Tx } from '#server/context.ts'
import { exportMail } from './export-mail.ts'
import { exportName, exportOf } from './export.service.ts'
import { dueExports, setExportedAt, type DueExport } from './scheduled-export.queries.ts'

/** Larger ones are refused by many. */
const maxAttachmentBytes = 10 * 1024 * 1024
/** Until the next one by the clock. */
const maxRunMs = 50 * minuteMs
const dueAtOnce = 50

/**
 * Makes the exports that are due, one after another, and sends them or keeps them in the operator's folder. One that
 * fails is told and tried again in an hour; a crash repeats at most the one that was being made.
 */
export async function makeScheduledExports(ctx: Context): Promise<void> {
  const { delivery } = ctx.config.scheduledExport
  if (delivery === 'off') return
  const end = performance.now() + maxRunMs
  for (let after: DueExport | null = null; performance.now() < end;) {
    const due: DueExport[] = await dueExports(ctx.db, ctx.now(), after, dueAtOnce)
    for (const one of due) {
      if (performance.now() >= end) return
      try {
        await (delivery === 'folder' ? keep : send)(ctx, one)
        // An account that was deleted meanwhile leaves nothing behind.
        if (!(await setExportedAt(ctx.db, one.id, ctx.now()))) await deleteScheduledExports(ctx, one.id)
      } catch (error) {
        ctx.logger.error({ err: error }, 'an export by the clock failed')
      }
    }
    after = due.at(-1) ?? null
    if (due.length < dueAtOnce) return
  }
}

const folderOf = ({ config }: Pick<Context, 'config'>, memberId: string) =>
  join(config.scheduledExport.folder, memberId)

/** Under another name until it is whole. Older ones beyond those that are kept go. */
async function keep(ctx: Context, { id, username }: DueExport): Promise<void> {
  const folder = folderOf(ctx, id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, exportName(username, ctx.now()))
  const half = `${path}.part`
  try {
    await pipeline(
      Readable.from(exportOf(ctx, id), { objectMode: false }),
      createWriteStream(half, { mode: 0o600, flush: true }),
    )
    await rename(half, path)
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
  const names = (await readdir(folder)).filter((name) => name.endsWith('.zip'))
  const ages = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = ages.toSorted((a, b) => b.at - a.at).slice(ctx.config.scheduledExport.kept)
  for (const { name } of old) await rm(join(folder, name), { force: true })
}

async function send(ctx: Context, { id, username, email, locale, rhythm }: DueExport): Promise<void> {
  const language = locales.find((known) => known === locale) ?? 'en'
  const bytes = await upTo(maxAttachmentBytes, exportOf(ctx, id))
  const link = ownUrl(ctx.config) + paths.settings()
  await ctx.mailer.send({
    to: email,
    ...exportMail(language, rhythm, bytes ? null : link),
    ...(bytes && { attachment: { name: exportName(username, ctx.now()), type: 'application/zip', bytes } }),
  })
}

/** Null for what is larger; the rest is not made then. */
async function upTo(max: number, chunks: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const gathered: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > max) return null
    gathered.push(chunk)
  }
  return Buffer.concat(gathered)
}

/** Queued where exports are kept, so that a process that dies after the commit leaves them to the next. */
export async function forgetScheduledExports(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  if (ctx.config.scheduledExport.delivery === 'folder') await tx.addJob('exports.delete', { memberId })
  // Of a time when they were.
  else tx.afterCommit(() => deleteScheduledExports(ctx, memberId))
}

/** The operator's folder keeps nothing of a member who is gone. */
export const deleteScheduledExports = (ctx: Pick<Context, 'config'>, memberId: string): Promise<void> =>
  rm(folderOf(ctx, memberId), { recursive: true, force: true })
