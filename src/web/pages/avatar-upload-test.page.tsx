import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { AvatarUpload } from '#web/features/accounts/avatar-upload.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { TopBar } from '#web/ui/top-bar.tsx'
import styles from './page.module.css'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const title = t('avatarTest.title')
  usePageTitle(title)
  return (
    <>
      <TopBar title={title} backLabel={t('common.back')} onBack={() => void navigate(-1)} />
      <div className={styles.reading}>
        <AvatarUpload onUploaded={() => void navigate(paths.homeAfterLogin())} />
      </div>
    </>
  )
}
