import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { caseStates, type CaseRow } from '#shared/api/moderation.ts'
import { reportKinds, reportReasons } from '#shared/moderation.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { useScreenKeys } from '#web/lib/keyboard.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { CaseView } from './case-view.tsx'
import { caseCountsQuery, casesQuery, queueKey } from './moderation.api.ts'
import styles from './reports-part.module.css'

/** What was reported: the queue, and beside it, on a phone in its place, the thing that is decided. */
export function ReportsPart() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { search, choose } = useAddressChoice()
  const state = caseStates.find((one) => one === search.get('state')) ?? 'open'
  const kind = reportKinds.find((one) => one === search.get('kind')) ?? ''
  const reason = reportReasons.find((one) => one === search.get('reason')) ?? ''
  const caseId = search.get('case') ?? ''
  const counts = useQuery(caseCountsQuery())
  const answer = useInfiniteQuery(casesQuery({ state, kind: kind || undefined, reason: reason || undefined }))
  const rows = pageItems(answer.data, ({ _id }) => _id)
  const reload = () => void queryClient.invalidateQueries({ queryKey: queueKey })
  useRealtime('reports', reload)
  useRealtime('joined', reload)
  useWalk(rows, caseId, (next) => choose({ case: next }))
  const labels = {
    open: `${t('queue.open')} ${counts.data?.open ?? ''}`.trim(),
    decided: t('queue.decided'),
    appeals: `${t('queue.appeals')} ${counts.data?.appeals ?? ''}`.trim(),
  }
  return (
    <div className={classNames(styles.part, caseId !== '' && styles.reading)}>
      <div className={styles.queue}>
        <ToggleGroup
          label={t('queue.state')}
          value={state}
          onChange={(next) => choose({ state: next, case: '' })}
          options={caseStates.map((value) => ({ value, label: labels[value] }))}
        />
        <div className={styles.filters}>
          <Select
            label={t('queue.kind')}
            value={kind}
            onChange={(next) => choose({ kind: next })}
            options={[
              { value: '', label: t('queue.allKinds') },
              ...reportKinds.map((value) => ({ value, label: t(`moderation.kinds.${value}`) })),
            ]}
          />
          <Select
            label={t('queue.reason')}
            value={reason}
            onChange={(next) => choose({ reason: next })}
            options={[
              { value: '', label: t('queue.allReasons') },
              ...reportReasons.map((value) => ({ value, label: t(`moderation.reasons.${value}`) })),
            ]}
          />
        </div>
        <PagedList
          pages={answer}
          items={rows}
          skeleton={<LoadingRows count={6} height="5.5rem" className={styles.rows} />}
          empty={t('queue.empty')}
          drawing="curtain"
          failed={t('common.loadFailed')}
        >
          {(shown) => (
            <ul className={styles.rows}>
              {shown.map((row) => (
                <li key={row._id}>
                  <Row row={row} isOpen={row._id === caseId} onOpen={() => choose({ case: row._id })} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {caseId === '' ? null : (
        <CaseView
          key={caseId}
          caseId={caseId}
          onClose={() => choose({ case: '' })}
          onOpen={(next) => choose({ case: next })}
          onDecided={() => {
            // What is decided leaves the queue of what waits: the next one takes its place.
            if (state !== 'open') return
            const at = rows?.findIndex(({ _id }) => _id === caseId) ?? -1
            const next = at === -1 ? undefined : (rows?.[at + 1] ?? rows?.[at - 1])
            if (next) choose({ case: next._id })
          }}
        />
      )}
    </div>
  )
}

/** `j` and `k` go through the queue, Escape leaves what is open. */
function useWalk(rows: readonly CaseRow[] | undefined, caseId: string, open: (id: string) => void) {
  useScreenKeys((key, event) => {
    if (key === 'Escape' && caseId !== '') open('')
    const by = { j: 1, k: -1 }[key]
    if (by === undefined) return
    event.preventDefault()
    const at = rows?.findIndex((row) => row._id === caseId) ?? -1
    const next = rows?.[at === -1 ? 0 : at + by]
    if (next) open(next._id)
  })
}

function Row({ row, isOpen, onOpen }: { row: CaseRow; isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.row} aria-current={isOpen} onClick={onOpen}>
      <span className={styles.facts}>
        {t(`moderation.kinds.${row.kind}`)}
        {row.author ? (
          <>
            {' · '}
            <bdi>@{row.author.username}</bdi>
          </>
        ) : null}
        {' · '}
        <Age at={row.openedAt} />
      </span>
      <span className={styles.words} dir="auto">
        {row.excerpt || t('queue.noWords')}
      </span>
      <span className={styles.chips}>
        <span className={styles.chip}>{t('queue.reports', { count: row.reports })}</span>
        {row.reasons.slice(0, 2).map((reason) => (
          <span key={reason} className={styles.chip}>
            {t(`moderation.reasons.${reason}`)}
          </span>
        ))}
        {row.flooding ? <span className={styles.alarm}>{t('queue.flooding')}</span> : null}
        {row.appealed ? <span className={styles.alarm}>{t('queue.appealed')}</span> : null}
        {row.act === null ? null : <span className={styles.chip}>{t(`moderation.done.${row.act}`)}</span>}
      </span>
    </button>
  )
}
