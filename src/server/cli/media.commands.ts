import { dayMs } from '#shared/durations.ts'
import { sweepPictureCache } from '../adapters/pictures/picture-cache.ts'
import { noteAct } from '../domains/audit/audit.service.ts'
import {
  checkStoredMedia,
  pruneStoredMedia,
  type FoundFiles,
  type StoredMedia,
} from '../domains/media/stored-media.service.ts'
import type { Command, Tools } from './command.ts'

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const files = ({ count, bytes }: { count: number; bytes: number }) => `${count} files, ${mb(bytes)}`

const exampleLines = ({ count, examples }: FoundFiles) => [
  ...examples.map(({ path, places }) => `  ${[path, ...places].join('  ')}`),
  ...(count > examples.length ? [`  and ${count - examples.length} more`] : []),
]

const problems: [keyof StoredMedia & ('missing' | 'damaged' | 'unkept'), string][] = [
  ['missing', 'are named and not in the store'],
  ['damaged', 'are in the store and not what was stored'],
  ['unkept', 'are shown and kept by no row'],
]

const cacheOf = ({ ctx }: Tools, { removes }: { removes: boolean }) =>
  sweepPictureCache(ctx.config.dataDir, { removes, before: new Date(ctx.now().getTime() - dayMs) })

const check: Command = {
  name: 'media check',
  usage: '',
  summary: [
    'Looks for every picture of members that the database names, decodes it, and looks for files that nothing names.',
    'Ends with 1 where a picture is missing or damaged.',
  ].join('\n'),
  options: {},
  asks: false,
  plan() {
    return async (tools) => {
      const found = await checkStoredMedia(tools.ctx)
      const cache = await cacheOf(tools, { removes: false })
      const ill = problems.filter(([name]) => found[name].count > 0)
      return {
        lines: [
          `named by the database: ${files(found.named)}`,
          `in the store: ${files(found.stored)}`,
          ...ill.flatMap(([name, text]) => [`${found[name].count} ${text}:`, ...exampleLines(found[name])]),
          ...(found.stray.count > 0
            ? [`named by nothing: ${files(found.stray)} (scene media prune)`, ...exampleLines(found.stray)]
            : []),
          ...(found.young > 0 ? [`named by nothing yet, of the last day: ${found.young} files`] : []),
          `drawn and fetched pictures: ${files(cache)}, of older drawings ${files(cache.stale)}`,
          ill.length === 0 ? 'every picture is there' : 'put what is missing back from a backup',
        ],
        json: { ...found, cache },
        failed: ill.length > 0,
      }
    }
  },
}

const prune: Command = {
  name: 'media prune',
  usage: '[--dry-run]',
  summary: [
    'Deletes files of the store that nothing names and that are older than a day, and drawings of an older Scene.',
    'Pictures that members gave up go by themselves.',
  ].join('\n'),
  options: { 'dry-run': { text: 'only says what would go' } },
  asks: true,
  plan({ options }) {
    const keeps = options['dry-run'] === true
    return async (tools) => {
      const { ctx, by, confirm } = tools
      if (!keeps) await confirm('Delete every stored file that nothing names?')
      const pruned = await pruneStoredMedia(ctx, { keeps })
      const { stale } = await cacheOf(tools, { removes: !keeps })
      if (!keeps && pruned.count + stale.count > 0)
        await noteAct(ctx.db, ctx.now(), by, 'media.prune', {
          about: { files: pruned.count, bytes: pruned.bytes, cached: stale.count },
        })
      const verb = keeps ? 'would go' : 'are deleted'
      return {
        lines: [
          ...exampleLines(pruned),
          `${files(pruned)} that nothing names ${verb}`,
          `${files(stale)} of older drawings ${verb}`,
        ],
        json: { pruned, cache: stale, deleted: !keeps },
      }
    }
  },
}

export const mediaCommands = [check, prune]
