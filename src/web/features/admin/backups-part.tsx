import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import type { Backups } from '#shared/api/admin.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { useCopyText } from '#web/features/links/use-link-items.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatMoment, formatNumber } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { backupsQuery, makeBackupMutation } from './admin.api.ts'
import { Facts } from './facts.tsx'
import { formatBytes } from './format-bytes.ts'
import { NotReadable } from './not-readable.tsx'
import { PartStatus } from './part-status.tsx'
import styles from './admin.module.css'

/** What backups there are, one more where it is wanted, and how one is put back. */
export function BackupsPart() {
  const { t } = useTranslation()
  const { data, isPending, isFetching, refetch } = useQuery(backupsQuery())
  return (
    <div className={styles.part}>
      <PartStatus about="backups" here="backups" />
      {isPending ? (
        <LoadingRows count={3} height="6rem" className={styles.list} />
      ) : data ? (
        <>
          <Plan backups={data} />
          <Now running={data.running} />
          <Files files={data.files} busy={isFetching} onRetry={refetch} />
        </>
      ) : (
        <NotReadable title={t('admin.tabs.backups')} busy={isFetching} onRetry={refetch} />
      )}
    </div>
  )
}

function Plan({ backups: { schedule, folder, kept, madeAt } }: { backups: Backups }) {
  const { t, locale } = useTranslation()
  return (
    <Facts
      facts={[
        {
          key: 'schedule',
          name: t('admin.backups.schedule'),
          value: `${t(`admin.backups.schedules.${schedule}`)} · ${t('admin.backups.keeps', { n: kept })}`,
        },
        {
          key: 'folder',
          name: t('admin.backups.folder'),
          value: (
            <bdi dir="ltr" className={styles.code}>
              {folder}
            </bdi>
          ),
        },
        {
          key: 'last',
          name: t('admin.backups.last'),
          value:
            madeAt === null ? (
              t('admin.backups.none')
            ) : (
              <time dateTime={madeAt}>{formatMoment(madeAt, locale)}</time>
            ),
        },
      ]}
    />
  )
}

function Now({ running }: Pick<Backups, 'running'>) {
  const { t, locale } = useTranslation()
  const online = useOnline()
  const { mutate, isPending } = useMutation(makeBackupMutation(useQueryClient()))
  const mayBegin = online && running === null
  const begin = () =>
    mutate(undefined, {
      onSuccess: () => toast.success(t('admin.backups.started')),
      onError: failureToast('admin.backups.notStarted'),
    })
  return (
    <div className={styles.acts}>
      <Button busy={isPending} aria-disabled={!mayBegin} onClick={mayBegin ? begin : undefined}>
        {t('admin.backups.now')}
      </Button>
      {running ? (
        <div className={styles.progress}>
          <Progress
            label={t('admin.backups.running')}
            value={running.percent}
            max={100}
            text={t('admin.backups.percent', { percent: formatNumber(running.percent, locale) })}
          />
        </div>
      ) : null}
    </div>
  )
}

const nameOf = (file: string) => file.split(/[\\/]/).at(-1) ?? file

interface FilesProps extends Pick<Backups, 'files'> {
  busy: boolean
  onRetry: () => unknown
}

function Files({ files, busy, onRetry }: FilesProps) {
  const { t, locale } = useTranslation()
  const copy = useCopyText()
  if (files === null) return <NotReadable title={t('admin.backups.files')} busy={busy} onRetry={onRetry} />
  if (files.length === 0) return <EmptyState drawing="shelf" text={t('admin.backups.none')} small />
  return (
    <Section title={t('admin.backups.files')}>
      <p className={styles.hint}>{t('admin.backups.restoreHint')}</p>
      <pre dir="ltr" className={styles.command}>
        {files[0]?.restore}
      </pre>
      <DataTable
        label={t('admin.backups.files')}
        columns={[
          { key: 'file', label: t('admin.backups.file') },
          { key: 'size', label: t('admin.backups.size') },
          { key: 'made', label: t('admin.backups.made') },
          { key: 'verified', label: t('admin.backups.verified') },
          { key: 'restore', label: t('admin.backups.restore'), isAct: true },
        ]}
        rows={files.map(({ file, bytes, at, restore }) => ({
          key: file,
          cells: [
            <bdi key="file" dir="ltr" className={styles.code}>
              {nameOf(file)}
            </bdi>,
            formatBytes(bytes, t, locale),
            <time key="made" dateTime={at}>
              {formatMoment(at, locale)}
            </time>,
            // A file takes its name only when it was read again and found right.
            <span key="verified" className={styles.verified}>
              <Check size={16} aria-hidden="true" /> {t('admin.backups.isVerified')}
            </span>,
            <Button
              key="restore"
              variant="secondary"
              size="sm"
              icon={<Copy />}
              aria-label={t('admin.backups.copyNamed', { file: nameOf(file) })}
              onClick={() => void copy(restore, t('admin.backups.copied'))}
            >
              {t('admin.backups.copy')}
            </Button>,
          ],
        }))}
      />
    </Section>
  )
}
