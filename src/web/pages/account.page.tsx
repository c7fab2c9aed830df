import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useLogout } from '#web/features/accounts/use-logout.ts'
import { DeleteAccount } from '#web/features/edit-profile/delete-account.tsx'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import styles from '#web/features/settings/settings-section.module.css'
import { useTranslation } from '#web/i18n/index.ts'
import { useMember } from '#web/lib/session.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  const { logOut, isPending } = useLogout()
  return member ? (
    <SettingsScreen part="account">
      <div className={styles.column}>
        <div className={styles.account}>
          <p className={styles.text}>
            <TextWithSlot text={t('settings.loggedInAs', { username: slot })}>
              <bdi className={styles.name}>@{member.username}</bdi>
            </TextWithSlot>
          </p>
          <Link className={buttonClass('secondary')} to={paths.chooseAvatar()}>
            {t('settings.changeAvatar')}
          </Link>
          {member.emailVerified ? null : (
            <Link className={buttonClass('secondary')} to={paths.verifyEmail()}>
              {t('settings.verifyEmail')}
            </Link>
          )}
          <Button variant="secondary" busy={isPending} onClick={() => void logOut()}>
            {t('auth.logout.action')}
          </Button>
          <DeleteAccount userId={member._id} />
        </div>
      </div>
    </SettingsScreen>
  ) : null
}
