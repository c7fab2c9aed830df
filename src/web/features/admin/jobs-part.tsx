import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JobList } from '#shared/api/admin.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatMoment, formatNumber } from '#web/lib/format.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { jobsQuery, retryJobsMutation } from './admin.api.ts'
import { NotReadable } from './not-readable.tsx'
import styles from './admin.module.css'

type Job = JobList['jobs'][number]
const which = ['all', 'failedOnly'] as const

/** The queue: what waits, what failed for good and its last words, and the way to try it again. */
export function JobsPart() {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const failed = search.get('failed') === '1'
  const { data, isPending, isFetching, refetch } = useQuery(jobsQuery(failed))
  const { retry, pending } = useRetry()
  return (
    <div className={styles.part}>
      <p className={styles.hint}>{t('admin.jobs.hint')}</p>
      <div className={styles.foot}>
        <ToggleGroup
          label={t('admin.jobs.which')}
          value={failed ? 'failedOnly' : 'all'}
          onChange={(next) => choose({ failed: next === 'failedOnly' ? '1' : '' })}
          options={which.map((value) => ({ value, label: t(`admin.jobs.${value}`) }))}
        />
        {data && data.failed > 0 ? (
          <Button variant="secondary" size="sm" busy={pending === 'all'} onClick={() => retry(null)}>
            {t('admin.jobs.retryAll')}
          </Button>
        ) : null}
      </div>
      {isPending ? (
        <LoadingRows count={5} height="3.5rem" className={styles.list} />
      ) : data ? (
        <Queue queue={data} failed={failed} pending={pending} onRetry={retry} />
      ) : (
        <NotReadable title={t('admin.tabs.jobs')} busy={isFetching} onRetry={refetch} />
      )}
    </div>
  )
}

function useRetry() {
  const mutation = useMutation(retryJobsMutation(useQueryClient()))
  const { t } = useTranslation()
  return {
    /** The job that is tried again, or all of them. */
    pending: mutation.isPending ? (mutation.variables ?? 'all') : null,
    retry: (id: string | null) => {
      if (mutation.isPending) return
      mutation.mutate(id, {
        onSuccess: ({ retried }) => toast.success(t('admin.jobs.retried', { n: retried })),
        onError: failureToast('admin.jobs.notRetried'),
      })
    },
  }
}

interface QueueProps {
  queue: JobList
  failed: boolean
  pending: string | null
  onRetry: (id: string) => void
}

function Queue({ queue, failed, pending, onRetry }: QueueProps) {
  const { t, locale } = useTranslation()
  if (queue.jobs.length === 0)
    return <EmptyState drawing="curtain" text={t(failed ? 'admin.jobs.noneFailed' : 'admin.jobs.empty')} />
  return (
    <>
      <p className={styles.why}>{t('admin.jobs.counts', { waiting: queue.waiting, failed: queue.failed })}</p>
      <DataTable
        label={t('admin.jobs.list')}
        columns={[
          { key: 'name', label: t('admin.jobs.name') },
          { key: 'state', label: t('admin.jobs.state') },
          { key: 'tries', label: t('admin.jobs.tries') },
          { key: 'next', label: t('admin.jobs.nextRun') },
          { key: 'act', label: t('admin.jobs.act'), isAct: true },
        ]}
        rows={queue.jobs.map((job) => ({
          key: job.id,
          cells: [
            <JobName key="name" job={job} />,
            <span key="state" className={styles[job.state]}>
              {t(`admin.jobs.states.${job.state}`)}
            </span>,
            formatNumber(job.tries, locale),
            job.nextRun === null ? (
              '–'
            ) : (
              <time key="next" dateTime={job.nextRun}>
                {formatMoment(job.nextRun, locale)}
              </time>
            ),
            mayRetry(job) ? (
              <Button
                key="act"
                variant="secondary"
                size="sm"
                busy={pending === job.id}
                aria-label={t('admin.jobs.retryNamed', { name: job.name })}
                onClick={() => onRetry(job.id)}
              >
                {t('admin.jobs.retry')}
              </Button>
            ) : null,
          ],
        }))}
      />
    </>
  )
}

/** What has not failed runs by itself. */
const mayRetry = ({ state, error }: Job) => state === 'spent' || (state === 'waiting' && error !== null)

function JobName({ job: { name, error } }: { job: Job }) {
  const { t } = useTranslation()
  const code = (
    <bdi dir="ltr" className={styles.code}>
      {name}
    </bdi>
  )
  if (error === null) return code
  return (
    <details className={styles.words}>
      <summary>
        {code} <span className={styles.why}>{t('admin.jobs.words')}</span>
      </summary>
      <pre dir="ltr">{error}</pre>
    </details>
  )
}
