import { updateMember } from '#shared/api/members.ts'
import { locales, type Locale } from '#shared/locale.ts'
import { FilmTitlesChoice } from '#web/features/films/film-titles-choice.tsx'
import { SpoilerChoice } from '#web/features/films/spoiler-choice.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { LesserKnownSwitch } from '#web/features/search/lesser-known-switch.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import styles from '#web/features/settings/settings-section.module.css'
import { changeLocale, useTranslation } from '#web/i18n/index.ts'
import { call } from '#web/lib/api.ts'
import { languageNames } from '#web/lib/preferences.ts'
import { useMember } from '#web/lib/session.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

export { loadOwnProfile as loader } from '#web/features/members/members.api.ts'

export function Component() {
  const member = useMember()
  return member ? (
    <SettingsScreen part="language">
      <LanguageView memberId={member._id} />
    </SettingsScreen>
  ) : null
}

/** In which language Scene and the titles of films are, and what is closed or left out until one wants it. */
function LanguageView({ memberId }: { memberId: string }) {
  const { t, locale } = useTranslation()
  const chooseLanguage = async (language: Locale) => {
    try {
      await changeLocale(language)
    } catch {
      toast.error(t('common.languageFailed'))
      return
    }
    // Mails and notifications follow; this device has its own choice in any case.
    await call(updateMember, { params: { userId: memberId }, body: { language } }).catch(() => undefined)
  }
  return (
    <div className={styles.column}>
      <Section title={t('settings.language')}>
        <ToggleGroup
          label={t('settings.language')}
          value={locale}
          onChange={(language) => void chooseLanguage(language)}
          // Each in its own language, so that a member who landed in a foreign one finds the way back.
          options={locales.map((value) => ({
            value,
            label: <bdi lang={value}>{languageNames[value]}</bdi>,
          }))}
        />
      </Section>
      <OnlineOnly label={t('settings.languageAndTitles')}>
        <Section title={t('filmTitles.label')}>
          <FilmTitlesChoice memberId={memberId} />
        </Section>
        <Section title={t('spoilers.label')}>
          <SpoilerChoice memberId={memberId} />
        </Section>
        <Section title={t('search.title')}>
          <LesserKnownSwitch memberId={memberId} />
        </Section>
      </OnlineOnly>
    </div>
  )
}
