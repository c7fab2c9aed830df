import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Import, ImportSource } from '#shared/api/transfer.ts'
import { paths } from '#shared/paths.ts'
import { isolated } from '#shared/isolated.ts'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import link from '#web/ui/actions/text-link.module.css'
import { classNames } from '#web/ui/class-names.ts'
import styles from './import-card.module.css'
import {
  applyProgress,
  cancelImportMutation,
  downloadRowsMutation,
  importQuery,
  previewRemovalMutation,
  removeImportsMutation,
} from './transfer.api.ts'

interface ImportCardProps {
  progress: Import
  /** Called with what came of removing it. */
  onRemoved: (result: string) => void
}

/** One import: how far it is, what came of its rows, and what can be done with it. */
export function ImportCard({ progress, onRemoved }: ImportCardProps) {
  const { t } = useTranslation()
  const { _id, source, files, state, createdAt } = progress
  const running = state === 'running'
  const open = attentionCount(progress)
  return (
    <article className={styles.card} aria-labelledby={_id}>
      <div className={styles.head}>
        <h3 id={_id} className={styles.name}>
          {sourceNames[source]} <bdi className={styles.files}>{files.join(' · ')}</bdi>
        </h3>
        <span className={styles[state]}>{t(`transfer.state.${state}`)}</span>
      </div>
      <Age className={styles.date} at={createdAt} />
      {running ? (
        <>
          <ImportProgress progress={progress} />
          <AnnouncedProgress progress={progress} />
        </>
      ) : null}
      <Counts progress={progress} />
      <Notes progress={progress} />
      {progress.assumed.map((assumption) => (
        <p key={assumption} className={styles.said}>
          {t(`transfer.assumed.${assumption}`)}
        </p>
      ))}
      {progress.unread.length > 0 ? (
        <p className={styles.said}>
          {t('transfer.unread', { columns: progress.unread.map(isolated).join(' · ') })}
        </p>
      ) : null}
      {progress.notFilms > 0 ? <NotFilms importId={_id} /> : null}
      <div className={styles.actions}>
        {open > 0 ? (
          <Link className={buttonClass('secondary', 'sm')} to={paths.importRows(_id)}>
            {t('transfer.rows.open', { n: open })}
          </Link>
        ) : null}
        <End progress={progress} running={running} onRemoved={onRemoved} />
      </div>
    </article>
  )
}

function ImportProgress({ progress: { total, done, files } }: Pick<ImportCardProps, 'progress'>) {
  const { t } = useTranslation()
  return (
    <Progress
      label={t('transfer.progressOf', { files: files.join(' ') })}
      value={done}
      max={total}
      text={t('transfer.progress', { done, total })}
    />
  )
}

/** Heard every quarter; the bar itself would be heard at every row. */
function AnnouncedProgress({ progress: { total, done, files } }: Pick<ImportCardProps, 'progress'>) {
  const { t } = useTranslation()
  const quarters = total > 0 ? Math.floor((done / total) * 4) : 0
  return (
    <VisuallyHidden>
      <span role="status">
        {quarters > 0 ? t('transfer.spoken', { files: files.join(' '), percent: quarters * 25 }) : ''}
      </span>
    </VisuallyHidden>
  )
}

/** What the import waits for, and what of its rows had to be changed. */
function Notes({ progress: { waitsSince, total, done, cutTags } }: Pick<ImportCardProps, 'progress'>) {
  const { t } = useTranslation()
  return (
    <div>
      <p role="status" className={waitsSince === null ? undefined : styles.waits}>
        {waitsSince === null ? '' : t('transfer.waits', { n: total - done })}
      </p>
      {cutTags > 0 ? <p className={styles.date}>{t('transfer.cutTags', { n: cutTags })}</p> : null}
    </div>
  )
}

const always = ['imported', 'skipped', 'notFound', 'doubtful'] as const

function Counts({ progress }: { progress: Import }) {
  const { t, locale } = useTranslation()
  const shown = [...always, ...(['failed', 'notFilms'] as const).filter((count) => progress[count] > 0)]
  return (
    <dl className={styles.counts}>
      {shown.map((count) => (
        <div key={count} className={styles.count}>
          <dt>{t(`transfer.count.${count}`)}</dt>
          <dd>{formatNumber(progress[count], locale)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is of no film is kept in the table of rows. */
function NotFilms({ importId }: { importId: string }) {
  const { t } = useTranslation()
  const save = useMutation(downloadRowsMutation(importId))
  return (
    <>
      <p className={styles.said}>{t('transfer.notFilms')}</p>
      <div className={styles.actions}>
        <Button variant="ghost" size="sm" busy={save.isPending} onClick={() => save.mutate()}>
          {t('transfer.rows.download')}
        </Button>
      </div>
      {save.isError ? <InlineError text={errorText(save.error, 'transfer.rows.downloadFailed')} /> : null}
    </>
  )
}

interface EndProps extends ImportCardProps {
  running: boolean
}

/** Stops the import, and once it ended removes what it created: one button, which keeps the focus. */
function End({ progress, running, onRemoved }: EndProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const cancel = useMutation(cancelImportMutation(queryClient, progress._id))
  const removal = useRemoval(onRemoved)

  const stop = async () => {
    const confirmed = await confirm({
      title: t('transfer.cancel.question'),
      text: t('transfer.cancel.text'),
      confirmLabel: t('transfer.cancel.action'),
      cancelLabel: t('transfer.cancel.goOn'),
    })
    if (confirmed) await cancel.mutateAsync()
  }
  // A failure shows below.
  const press = () => void (running ? stop().catch(() => undefined) : removal.ask([progress]))

  return (
    <>
      <Button variant="ghost" size="sm" busy={cancel.isPending || removal.isPending} onClick={press}>
        {t(running ? 'transfer.cancel.action' : 'transfer.remove.action')}
      </Button>
      {running && cancel.isError ? (
        <InlineError text={errorText(cancel.error, 'transfer.cancel.failed')} />
      ) : null}
      {removal.error ? <InlineError text={errorText(removal.error, 'transfer.remove.failed')} /> : null}
    </>
  )
}

/** Removes imports after a question that counts what goes and what stays. */
export function useRemoval(onRemoved: (result: string) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const preview = useMutation(previewRemovalMutation())
  const remove = useMutation(removeImportsMutation(queryClient))

  const removeAsked = async (imports: readonly Import[]) => {
    const ids = imports.map(({ _id }) => _id)
    const expected = await preview.mutateAsync(ids)
    const files = isolated(imports.flatMap((one) => one.files).join(' · '))
    const confirmed = await confirmDanger({
      title: t('transfer.remove.question'),
      text: `${t('transfer.remove.counts', { ...expected, files })} ${t('transfer.remove.text')}`,
      confirmLabel: t('transfer.remove.confirm'),
    })
    if (!confirmed) return
    // What shows the import is gone by the time of the answer, so its own callbacks would not be called.
    onRemoved(t('transfer.remove.done', await remove.mutateAsync(ids)))
  }
  return {
    ask: (imports: readonly Import[]) => removeAsked(imports).catch(() => undefined),
    isPending: preview.isPending || remove.isPending,
    error: remove.error ?? preview.error,
  }
}

/** How far an import is; nothing once it ended, but for the rows that need attention. */
export function ImportBrief({ progress }: { progress: Import }) {
  const { t } = useTranslation()
  const { _id, state, total, done, waitsSince } = progress
  const open = attentionCount(progress)
  return (
    <div className={styles.brief}>
      {state === 'running' ? (
        <ImportProgress progress={progress} />
      ) : (
        <p className={state === 'done' ? styles.briefDone : styles.briefEnded}>
          {t(`transfer.state.${state}`)}
        </p>
      )}
      {waitsSince === null ? null : (
        <p className={styles.waits}>{t('transfer.waits', { n: total - done })}</p>
      )}
      {open > 0 ? (
        <Link className={classNames(link.link, styles.rows)} to={paths.importRows(_id)}>
          {t('transfer.rows.open', { n: open })}
        </Link>
      ) : null}
    </div>
  )
}

/** Rows that need the member's attention. */
const attentionCount = ({ doubtful, notFound, failed }: Import): number => doubtful + notFound + failed

/** Names of services, the same in every language. */
export const sourceNames: Readonly<Record<ImportSource, string>> = {
  letterboxd: 'Letterboxd',
  imdb: 'IMDb',
  trakt: 'Trakt',
  tmdb: 'TMDB',
  scene: 'Scene',
  simkl: 'Simkl',
  movary: 'Movary',
  ryot: 'Ryot',
  yamtrack: 'Yamtrack',
  serializd: 'Serializd',
  tvtime: 'TV Time',
  neodb: 'NeoDB',
  csv: 'CSV',
}

/** Milliseconds between two questions about an import that runs, for where the socket does not reach. */
const pollIntervalMs = 4000

/** Keeps the imports that run up to date while it is there; shows nothing. */
export function LiveImports({ imports }: { imports: readonly Import[] }) {
  const queryClient = useQueryClient()
  useRealtime('import', (progress) => applyProgress(queryClient, progress))
  return imports
    .filter(({ state }) => state === 'running')
    .map(({ _id }) => <Poll key={_id} importId={_id} />)
}

function Poll({ importId }: { importId: string }) {
  useQuery({ ...importQuery(useQueryClient(), importId), refetchInterval: pollIntervalMs })
  return null
}
