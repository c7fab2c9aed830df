import { ArrowLeftRight, Globe, Link, Lock, UserCheck, Users, type LucideIcon } from 'lucide-react'
import type { Audience } from '#shared/audience.ts'
import { useTranslation } from '#web/i18n/index.ts'
import styles from './audiences.module.css'

const icons: Record<Audience, LucideIcon> = {
  public: Globe,
  members: Users,
  followers: UserCheck,
  mutuals: ArrowLeftRight,
  link: Link,
  me: Lock,
}

export function AudienceIcon({ audience, size = 16 }: { audience: Audience; size?: number }) {
  const Icon = icons[audience]
  return <Icon size={size} aria-hidden="true" />
}

/** Whom something is for, where that is not all members. */
export function AudienceMark({ audience }: { audience: Audience | undefined }) {
  const { t } = useTranslation()
  if (audience === undefined || audience === 'members') return null
  const label = t('audiences.seenBy', { audience: t(`audiences.names.${audience}`) })
  return (
    <span className={styles.mark} role="img" aria-label={label} title={label}>
      <AudienceIcon audience={audience} />
    </span>
  )
}
