import { ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#web/ui/section.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { connectionsOf } from './connection-links.ts'
import type { Profile } from './profile-tabs.ts'
import styles from './connections.module.css'

/** A member's places elsewhere, closed at first; nothing without any. */
export function Connections({ socials }: Pick<Profile, 'socials'>) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const links = connectionsOf(socials)
  if (links.length === 0) return null
  return (
    <Section
      title={t('profile.connections')}
      action={
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'profile.hide' : 'profile.show')}
        </button>
      }
    >
      <ul id={id} className={styles.links} hidden={!open}>
        {links.map(({ kind, href, text }) => (
          <li key={kind}>
            <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
              <span className={styles.site}>{t(`profile.sites.${kind}`)}</span>
              <bdi className={styles.text} dir="ltr">
                {text}
              </bdi>
              <ExternalLink className={styles.icon} aria-hidden="true" size={18} data-mirror="" />
              <VisuallyHidden>{t('profile.newTab')}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
