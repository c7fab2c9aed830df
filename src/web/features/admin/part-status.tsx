import { useQuery } from '@tanstack/react-query'
import type { HealthArea } from '#shared/health.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { healthQuery } from './admin.api.ts'
import type { AdminPart } from './admin-parts.ts'
import { NotReadable } from './not-readable.tsx'
import { StatusRow } from './status-row.tsx'
import styles from './admin.module.css'

/** How what a part is about stands, above the rest of it. */
export function PartStatus({ about, here }: { about: HealthArea; here: AdminPart }) {
  const { t } = useTranslation()
  const { data, isPending, isFetching, refetch } = useQuery(healthQuery())
  if (isPending) return <LoadingRows count={1} height="3.5rem" className={styles.list} />
  if (!data)
    return <NotReadable title={t(`admin.health.area.${about}`)} busy={isFetching} onRetry={refetch} />
  return (
    <ul className={styles.list} aria-label={t('admin.health.rows')}>
      {data.findings
        .filter((finding) => finding.about === about)
        .map((finding) => (
          <li key={finding.code}>
            <StatusRow finding={finding} here={here} />
          </li>
        ))}
    </ul>
  )
}
