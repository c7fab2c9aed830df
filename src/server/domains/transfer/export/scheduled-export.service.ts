import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { minuteMs } from '#shared/durations.ts'
import { locales } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { ownUrl } from '#server/config.ts'
import type { Context, Tx } from '#server/context.ts'
import { writeWhole } from '#server/core/disk.ts'
import { exportMail } from './export-mail.ts'
import { exportName, exportOf } from './export.service.ts'
import { selectDueExports, updateExportedAt, type DueExport } from './scheduled-export.queries.ts'

/** Many mail servers refuse larger attachments. */
const maxAttachmentBytes = 10 * 1024 * 1024
/** Ends before the next scheduled run begins. */
const maxRunMs = 50 * minuteMs
const dueAtOnce = 50

/**
 * Makes the exports that are due, one after another, and mails them or stores them in the operator's folder. A failed
 * one is logged and tried again after an hour; after a crash at most the one that was being made is made again.
 */
export async function makeScheduledExports(ctx: Context): Promise<void> {
  const { delivery } = ctx.config.scheduledExport
  if (delivery === 'off') return
  const end = performance.now() + maxRunMs
  for (let after: DueExport | null = null; performance.now() < end;) {
    const due: DueExport[] = await selectDueExports(ctx.db, ctx.now(), after, dueAtOnce)
    for (const one of due) {
      if (performance.now() >= end) return
      try {
        await (delivery === 'folder' ? keep : send)(ctx, one)
        // When the account was deleted meanwhile, no export may stay.
        if (!(await updateExportedAt(ctx.db, one.id, ctx.now()))) await deleteScheduledExports(ctx, one.id)
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

/** Stores an export, and deletes old ones beyond those that are kept. */
async function keep(ctx: Context, { id, username }: DueExport): Promise<void> {
  const folder = folderOf(ctx, id)
  const made = exportName(username, ctx.now())
  await writeWhole(join(folder, made), (aside) =>
    pipeline(
      Readable.from(exportOf(ctx, id), { objectMode: false }),
      createWriteStream(aside, { mode: 0o600, flush: true }),
    ),
  )
  const names = (await readdir(folder)).filter((name) => name.endsWith('.zip') && name !== made)
  const ages = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = ages.toSorted((a, b) => b.at - a.at).slice(ctx.config.scheduledExport.kept - 1)
  for (const { name } of old) await rm(join(folder, name), { force: true })
}

async function send(ctx: Context, { id, username, email, locale, rhythm }: DueExport): Promise<void> {
  const language = locales.find((known) => known === locale) ?? 'en'
  const bytes = await upTo(maxAttachmentBytes, exportOf(ctx, id))
  const link = ownUrl(ctx.config) + paths.exportData()
  await ctx.mailer.send({
    to: email,
    ...exportMail(language, rhythm, bytes ? null : link),
    ...(bytes && { attachment: { name: exportName(username, ctx.now()), type: 'application/zip', bytes } }),
  })
}

/** Collects chunks; null when they are larger than `max`, without reading the rest. */
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

/**
 * Deletes a member's stored exports; as a job when exports are stored now, so that it happens even if this process
 * dies after the commit.
 */
export async function forgetScheduledExports(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  if (ctx.config.scheduledExport.delivery === 'folder') await tx.addJob('exports.delete', { memberId })
  // There may still be some from when they were stored.
  else tx.afterCommit(() => deleteScheduledExports(ctx, memberId))
}

/** Deletes all exports of a deleted member from the operator's folder. */
export const deleteScheduledExports = (ctx: Pick<Context, 'config'>, memberId: string): Promise<void> =>
  rm(folderOf(ctx, memberId), { recursive: true, force: true })
