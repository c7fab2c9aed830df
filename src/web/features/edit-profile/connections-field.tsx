import { useTranslation } from '#web/i18n/index.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { socialKinds, type SocialKind } from './profile-draft.ts'
import styles from './edit-profile.module.css'

/** As the server takes them. */
const maxLinkLength = 200

interface ConnectionsFieldProps {
  links: Record<SocialKind, string>
  onChange: (kind: SocialKind, link: string) => void
  /** What is wrong with a link. */
  errors: Partial<Record<SocialKind, string>>
}

/** Handles and addresses of the member elsewhere; an empty one is not shown on the profile. */
export function ConnectionsField({ links, onChange, errors }: ConnectionsFieldProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('profile.connections')}>
      <div className={styles.fields}>
        {socialKinds.map((kind) => (
          <TextField
            key={kind}
            label={t(`profile.sites.${kind}`)}
            hint={t(`editProfile.socialHint.${kind}`)}
            error={errors[kind]}
            name={kind}
            type={kind === 'website' ? 'url' : 'text'}
            dir="ltr"
            autoComplete={kind === 'website' ? 'url' : 'off'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={maxLinkLength}
            value={links[kind]}
            onChange={(event) => onChange(kind, event.target.value)}
          />
        ))}
      </div>
    </Section>
  )
}
