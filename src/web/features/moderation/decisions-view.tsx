import { useInfiniteQuery } from '@tanstack/react-query'
import type { OwnReport } from '#shared/api/moderation.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { ReadingColumn, Section } from '#web/ui/layout/section.tsx'
import { ownReportsQuery, statementsQuery } from './moderation.api.ts'
import styles from './moderation.module.css'
import { StatementCard } from './statement-card.tsx'

/** What moderators decided about one's own, and what became of what one reported. */
export function DecisionsView() {
  const { t } = useTranslation()
  return (
    <ReadingColumn>
      <Section title={t('moderation.decisions.about')}>
        <Statements />
      </Section>
      <Section title={t('moderation.decisions.reports')}>
        <OwnReports />
      </Section>
    </ReadingColumn>
  )
}

function Statements() {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(statementsQuery())
  return (
    <PagedList
      pages={answer}
      items={pageItems(answer.data, ({ _id }) => _id)}
      skeleton={<Loading />}
      empty={t('moderation.decisions.none')}
      drawing="curtain"
      failed={t('common.loadFailed')}
    >
      {(statements) => (
        <ul className={styles.list}>
          {statements.map((statement) => (
            <li key={statement._id}>
              <StatementCard statement={statement} by={{ decisionId: statement._id }} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function OwnReports() {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(ownReportsQuery())
  return (
    <PagedList
      pages={answer}
      items={pageItems(answer.data, ({ number }) => number)}
      skeleton={<Loading />}
      empty={t('moderation.decisions.noReports')}
      drawing="curtain"
      failed={t('common.loadFailed')}
    >
      {(reports) => (
        <ul className={styles.list}>
          {reports.map((report) => (
            <li key={report.number}>
              <Report report={report} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function Report({ report: { number, kind, excerpt, reason, createdAt, acted } }: { report: OwnReport }) {
  const { t, locale } = useTranslation()
  return (
    <article className={styles.card}>
      <p className={styles.what}>
        {t('moderation.decisions.number', { number: String(number) })} · {t(`moderation.kinds.${kind}`)} ·{' '}
        <time dateTime={createdAt}>{formatDate(createdAt, locale)}</time>
      </p>
      {excerpt === '' ? null : (
        <p className={styles.excerpt} dir="auto">
          {excerpt}
        </p>
      )}
      <p>{t(`moderation.reasons.${reason}`)}</p>
      <p className={acted ? styles.good : styles.note}>
        {t(`moderation.decisions.${acted === null ? 'waits' : acted ? 'acted' : 'notActed'}`)}
      </p>
    </article>
  )
}

function Loading() {
  return <LoadingRows count={2} height="7rem" className={styles.list} />
}
