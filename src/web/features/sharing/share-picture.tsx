import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import styles from './share-picture.module.css'
import { useSharePicture } from './use-share-picture.ts'

/** In pixels, whatever it is on screen. */
const width = 1080

interface SharePictureProps {
  /** The title of the sheet that shows the picture. */
  heading: string
  onClose: () => void
  /** The title in the picture. */
  title: string
  /** Whose it is: in the name of the file. */
  username: string
  /** Said where nothing could be drawn. */
  failed: string
  format: 'post' | 'story'
  className: string | undefined
  logoSize: number
  /** Above the picture and not in it. */
  choice?: ReactNode
  children: ReactNode
}

/** A picture for elsewhere, above the buttons that save and share it. It looks the same in either theme. */
export function SharePicture({
  heading,
  onClose,
  title,
  username,
  failed,
  format,
  className,
  logoSize,
  choice,
  children,
}: SharePictureProps) {
  const { t } = useTranslation()
  const { drawn, busy, save, share } = useSharePicture({ title: `${title} @${username}`, failed, width })
  return (
    <Sheet
      open
      onClose={onClose}
      title={heading}
      footer={
        <>
          {share ? (
            <Button variant="secondary" busy={busy === 'sharing'} onClick={share}>
              {t('common.shareVia')}
            </Button>
          ) : null}
          <Button busy={busy === 'saving'} onClick={save}>
            {t('share.card.save')}
          </Button>
        </>
      }
    >
      <div className={styles.stage}>
        {choice}
        <div className={styles.frame} data-format={format}>
          <article
            ref={drawn}
            className={classNames(styles.picture, className)}
            data-theme="dark"
            data-format={format}
            aria-label={title}
          >
            {children}
            <span className={styles.logo}>
              <Logo size={logoSize} />
            </span>
          </article>
        </div>
      </div>
    </Sheet>
  )
}
