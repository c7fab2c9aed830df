import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { updateMember } from '#shared/api/members.ts'
import { locales, type Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { DeviceList } from '#web/features/accounts/device-list.tsx'
import { sessionsQuery } from '#web/features/accounts/sessions.api.ts'
import { useLogout } from '#web/features/accounts/use-logout.ts'
import { FilmTitlesChoice } from '#web/features/films/film-titles-choice.tsx'
import { SpoilerChoice } from '#web/features/films/spoiler-choice.tsx'
import { SearchEnginesSwitch, VisibilitySwitch } from '#web/features/members/visibility-switch.tsx'
import { LesserKnownSwitch } from '#web/features/search/lesser-known-switch.tsx'
import {
  settingsParts,
  useSettingsList,
  type SettingsLink,
  type SettingsPart,
} from '#web/features/settings/settings-parts.ts'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { DownloadEverything } from '#web/features/transfer/download-everything.tsx'
import { ScheduledExportChoice } from '#web/features/transfer/scheduled-export-choice.tsx'
import { changeLocale, useTranslation } from '#web/i18n/index.ts'
import { call } from '#web/lib/api.ts'
import { isAutoplayOn, isMotionReduced, setAutoplay, setMotionReduced } from '#web/lib/motion.ts'
import { getTheme, languageNames, setTheme, themes, type Theme } from '#web/lib/preferences.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useSession } from '#web/lib/session.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from './settings.module.css'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(sessionsQuery()))
}

export function Component() {
  const { t, locale } = useTranslation()
  const session = useSession()
  const [theme, chooseTheme] = useState<Theme>(getTheme)
  const [autoplay, chooseAutoplay] = useState(isAutoplayOn)
  const [reduced, chooseReduced] = useState(isMotionReduced)
  const { logOut, isPending } = useLogout()
  const chooseLanguage = async (language: Locale) => {
    try {
      await changeLocale(language)
    } catch {
      toast.error(t('common.languageFailed'))
      return
    }
    // Mails and notifications follow; this device has its own choice in any case.
    if (session)
      await call(updateMember, { params: { userId: session.user._id }, body: { language } }).catch(
        () => undefined,
      )
  }
  return (
    <SettingsScreen>
      <div className={styles.column}>
        <Section title={t('settings.appearance')}>
          <ToggleGroup
            label={t('settings.theme.label')}
            value={theme}
            onChange={(next) => {
              setTheme(next)
              chooseTheme(next)
            }}
            options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
          />
        </Section>
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
        {session ? (
          <Section title={t('filmTitles.label')}>
            <FilmTitlesChoice memberId={session.user._id} />
          </Section>
        ) : null}
        <Section title={t('settings.motion.title')}>
          <div className={styles.switches}>
            <Switch
              label={t('settings.motion.autoplay')}
              hint={t('settings.motion.autoplayHint')}
              checked={autoplay}
              onChange={(on) => {
                setAutoplay(on)
                chooseAutoplay(on)
              }}
            />
            <Switch
              label={t('settings.motion.reduce')}
              hint={t('settings.motion.reduceHint')}
              checked={reduced}
              onChange={(on) => {
                setMotionReduced(on)
                chooseReduced(on)
              }}
            />
          </div>
        </Section>
        {session ? (
          <>
            <Section title={t('settings.visibility.title')}>
              <div className={styles.switches}>
                <VisibilitySwitch memberId={session.user._id} />
                <SearchEnginesSwitch memberId={session.user._id} />
              </div>
            </Section>
            <Section title={t('spoilers.label')}>
              <SpoilerChoice memberId={session.user._id} />
            </Section>
            <Section title={t('search.title')}>
              <LesserKnownSwitch memberId={session.user._id} />
            </Section>
          </>
        ) : null}
        <FurtherSettings part="audiences" />
        <FurtherSettings part="safety" />
        <FurtherSettings part="security" />
        <Section title={t('settings.sessions.title')}>
          <DeviceList />
        </Section>
        <FurtherSettings part="keys" />
        <FurtherSettings part="notifications" />
        <FurtherSettings part="streaming" />
        <FurtherSettings part="players" />
        {session ? (
          <Section title={t('transfer.export.title')}>
            <DownloadEverything username={session.user.username}>
              <Link className={buttonClass('secondary')} to={paths.importData()}>
                {t('editProfile.import.action')}
              </Link>
            </DownloadEverything>
            <ScheduledExportChoice memberId={session.user._id} />
          </Section>
        ) : null}
        {session ? <FurtherSettings part="decisions" /> : null}
        {session?.user.role === 'operator' ? (
          <OtherScreen title="admin.title" hint="admin.hint" path={paths.admin()} open="admin.open" />
        ) : null}
        {session?.user.role === 'moderator' ? (
          <Section title={t('nav.reports')}>
            <Link className={buttonClass('secondary')} to={paths.adminPart('reports')}>
              {t('moderation.openQueue')}
            </Link>
          </Section>
        ) : null}
        <Section title={t('settings.account')}>
          <div className={styles.account}>
            {session ? (
              <p className={styles.text}>
                <TextWithSlot text={t('settings.loggedInAs', { username: slot })}>
                  <bdi className={styles.name}>@{session.user.username}</bdi>
                </TextWithSlot>
              </p>
            ) : null}
            <Link className={buttonClass('secondary')} to={paths.chooseAvatar()}>
              {t('settings.changeAvatar')}
            </Link>
            {session && !session.user.emailVerified ? (
              <Link className={buttonClass('secondary')} to={paths.verifyEmail()}>
                {t('settings.verifyEmail')}
              </Link>
            ) : null}
            <Button variant="secondary" busy={isPending} onClick={() => void logOut()}>
              {t('auth.logout.action')}
            </Button>
          </div>
        </Section>
      </div>
    </SettingsScreen>
  )
}

/** The way to settings that have a screen of their own, where no list of them stands beside. */
function FurtherSettings({ part }: { part: SettingsPart }) {
  return useSettingsList() ? null : <OtherScreen {...settingsParts[part]} />
}

function OtherScreen({ title, hint, path, open }: SettingsLink) {
  const { t } = useTranslation()
  return (
    <Section title={t(title)}>
      <div className={styles.account}>
        <p className={styles.text}>{t(hint)}</p>
        <Link className={buttonClass('secondary')} to={path}>
          {t(open)}
        </Link>
      </div>
    </Section>
  )
}
