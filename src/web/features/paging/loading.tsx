import { useTranslation } from '#web/i18n/index.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './loading.module.css'

/** Says that what a skeleton stands in for is loading. */
export function LoadingStatus() {
  const { t } = useTranslation()
  return (
    <VisuallyHidden>
      <span role="status">{t('common.loading')}</span>
    </VisuallyHidden>
  )
}

interface LoadingRowsProps {
  count: number
  /** Height of a row, a CSS length. */
  height: string
  /** The class of the list that the rows stand in for. */
  className?: string | undefined
}

/** The rows or cards of a list that is loading. */
export function LoadingRows({ count, height, className }: LoadingRowsProps) {
  return (
    <div className={classNames(styles.rows, className)} aria-busy="true">
      <LoadingStatus />
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} height={height} radius="var(--radius-card)" />
      ))}
    </div>
  )
}
