import { useQuery } from '@tanstack/react-query'
import { DeviceList } from '#web/features/accounts/device-list.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ReadingColumn, Section } from '#web/ui/layout/section.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { securityQuery } from './proof.api.ts'
import { SecondStepCard } from './second-step-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import styles from './security.module.css'

interface SecurityViewProps {
  memberId: string
}

/** How one signs in: password, address, passkeys, second step and devices. */
export function SecurityView({ memberId }: SecurityViewProps) {
  const { t } = useTranslation()
  const { data: security, isPending, refetch } = useQuery(securityQuery())
  if (isPending) {
    return (
      <ReadingColumn busy>
        {['11rem', '9rem', '8rem'].map((height) => (
          <Skeleton key={height} height={height} radius="var(--radius-card)" />
        ))}
      </ReadingColumn>
    )
  }
  if (!security) {
    return (
      <ReadingColumn>
        <LoadFailed onRetry={refetch} />
      </ReadingColumn>
    )
  }
  return (
    <ReadingColumn>
      <OnlineOnly label={t('security.title')}>
        <SignInCard security={security} memberId={memberId} />
        <PasskeysCard passkeys={security.passkeys} />
        <SecondStepCard secondStep={security.secondStep} email={security.email} />
      </OnlineOnly>
      <p className={styles.muted}>{t('security.mailed')}</p>
      <Section title={t('settings.sessions.title')}>
        <DeviceList />
      </Section>
    </ReadingColumn>
  )
}
