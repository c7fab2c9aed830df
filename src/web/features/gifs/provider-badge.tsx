import { useTranslation } from 'react-i18next'
import type { GifPage } from './gifs.api.ts'
import styles from './provider-badge.module.css'

const names = { giphy: 'GIPHY', klipy: 'KLIPY' }

/** Whose GIFs they are, as the providers' terms ask for; its place is kept until that is known. */
export function ProviderBadge({ provider }: { provider: GifPage['provider'] | null }) {
  const { t } = useTranslation()
  return (
    <p className={styles.badge} data-provider={provider}>
      {provider === null
        ? null
        : provider === 'scene'
          ? t('gifs.builtIn')
          : t('gifs.poweredBy', { name: names[provider] })}
    </p>
  )
}
