import { BadgeCheck, CircleAlert, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#shared/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Profile } from './profile-draft.ts'
import styles from './contact-info.module.css'

interface ContactInfoProps {
  member: Profile
  /** The way to the verification loads another page; what is in the form stays kept. */
  onLeave: () => void
}

/** What only the member sees: the e-mail address and whether it is verified. Closed until asked for. */
export function ContactInfo({ member, onLeave }: ContactInfoProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const verified = member.emailVerified === true
  return (
    <Section
      title={t('editProfile.contact.title')}
      action={
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((now) => !now)}
        >
          {t(open ? 'profile.hide' : 'profile.show')}
        </Button>
      }
    >
      <div id={id} className={styles.card} hidden={!open}>
        <dl className={styles.rows}>
          <div>
            <dt>{t('auth.email')}</dt>
            <dd className={styles.email}>
              <bdi>{member.email}</bdi>
            </dd>
          </div>
        </dl>
        <p className={verified ? styles.verified : styles.unverified}>
          {verified ? (
            <BadgeCheck aria-hidden="true" size={20} />
          ) : (
            <CircleAlert aria-hidden="true" size={20} />
          )}
          {t(verified ? 'editProfile.contact.verified' : 'editProfile.contact.unverified')}
        </p>
        {verified ? null : (
          <a className={buttonClass('secondary', 'sm')} href={paths.verifyEmail()} onClick={onLeave}>
            {t('settings.verifyEmail')}
          </a>
        )}
        <p className={styles.note}>
          <EyeOff aria-hidden="true" size={16} />
          {t('editProfile.contact.private')}
        </p>
      </div>
    </Section>
  )
}
