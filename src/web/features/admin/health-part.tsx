import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { Health } from '#shared/api/admin.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { figuresQuery, healthQuery } from './admin.api.ts'
import { FigureCards } from './figure-cards.tsx'
import { NotReadable } from './not-readable.tsx'
import { StatusRow } from './status-row.tsx'
import styles from './health-part.module.css'

/** Whether all is well, what is not and what to do; then what the first operator has not done yet. */
export function HealthPart() {
  const { t } = useTranslation()
  const { data: health, isPending, isFetching, refetch } = useQuery(healthQuery())
  // They stand below what nobody knows the height of yet.
  usePrefetchQuery(figuresQuery())
  if (isPending)
    return (
      <div className={styles.part}>
        <LoadingRows count={6} height="3.5rem" className={styles.rows} />
      </div>
    )
  return (
    <div className={styles.part}>
      {health ? (
        <>
          <div className={styles.head}>
            <div>
              <Sentence findings={health.findings} />
              <p className={styles.looked}>
                <TextWithSlot text={t('admin.health.looked', { time: slot })}>
                  <Age at={health.at} />
                </TextWithSlot>
              </p>
            </div>
            <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
              {t('admin.health.again')}
            </Button>
          </div>
          <FirstSteps steps={health.steps} />
          <ul className={styles.rows} aria-label={t('admin.health.rows')}>
            {health.findings.map((finding) => (
              <li key={finding.about + finding.code}>
                <StatusRow finding={finding} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <NotReadable title={t('admin.tabs.health')} busy={isFetching} onRetry={refetch} />
      )}
      <FigureCards />
    </div>
  )
}

function Sentence({ findings }: Pick<Health, 'findings'>) {
  const { t } = useTranslation()
  const ailing = findings.filter(({ state }) => state !== 'ok').length
  return (
    <div role="status">
      <h2 className={styles.sentence}>
        {ailing === 0 ? t('admin.health.well') : t('admin.health.attention', { n: ailing })}
      </h2>
    </div>
  )
}

/** Goes away once all of it is done. */
function FirstSteps({ steps }: Pick<Health, 'steps'>) {
  const { t } = useTranslation()
  const done = steps.filter((one) => one.done).length
  if (done === steps.length) return null
  return (
    <Section title={t('admin.steps.title')}>
      <p className={styles.looked}>{t('admin.steps.done', { n: done, all: steps.length })}</p>
      <ul className={styles.steps}>
        {steps.map(({ step, done: isDone }) => (
          <li key={step} className={styles.step}>
            <span
              className={classNames(styles.mark, isDone && styles.done)}
              role="img"
              aria-label={
                isDone === null
                  ? t('admin.unreadable')
                  : t(isDone ? 'admin.steps.isDone' : 'admin.steps.isOpen')
              }
            >
              {isDone ? <Check size={16} aria-hidden="true" /> : null}
            </span>
            <span>{t(`admin.steps.step.${step}`)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
