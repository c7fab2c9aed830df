import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { AvatarUpload } from '#web/features/accounts/avatar/avatar-upload.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useBack } from '#web/lib/use-back.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from '#web/ui/layout/page.module.css'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const back = useBack(paths.home())
  const title = t('avatarTest.title')
  usePageTitle(title)
  return (
    <>
      <TopBar title={title} onBack={back} />
      <div className={styles.reading}>
        <AvatarUpload onUploaded={() => void navigate(paths.homeAfterLogin())} />
      </div>
    </>
  )
}
