import { Link } from 'react-router'
import styles from './account-form.module.css'

interface GuestNoticeProps {
  text: string
  /** It comes while one is there. */
  isNews?: boolean
  link: { to: string; label: string }
}

/** In the place of a form: how things are, and where to go from here. */
export function GuestNotice({ text, isNews = false, link }: GuestNoticeProps) {
  return (
    <div className={styles.form}>
      <p className={styles.text} role={isNews ? 'status' : undefined}>
        {text}
      </p>
      <p className={styles.links}>
        <Link className={styles.link} to={link.to}>
          {link.label}
        </Link>
      </p>
    </div>
  )
}
