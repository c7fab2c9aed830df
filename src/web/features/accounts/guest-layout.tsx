import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { pictureUrl } from '#web/lib/pictures.ts'
import { Logo } from '#web/ui/logo.tsx'
import styles from './guest-layout.module.css'

/** Widely known films; where a source has no such picture the tile stays a plain colour. */
const films = [
  238, 129, 603, 78, 289, 27205, 19, 155, 680, 8392, 348, 62, 496243, 194, 278, 539, 157336, 120, 631, 11,
  550, 346, 13, 694, 947, 153, 329, 901, 769, 4935,
]

/** Still and decorative; only loaded where it is shown. */
function PosterWall() {
  return (
    <div className={styles.wall} aria-hidden="true">
      <div className={styles.posters}>
        {films.map((film) => (
          <span key={film} className={styles.poster}>
            <img
              src={pictureUrl(`/poster${film}-0.jpg`, 'w185')}
              alt=""
              width={185}
              height={278}
              loading="lazy"
              decoding="async"
              onError={(event) => (event.currentTarget.hidden = true)}
            />
          </span>
        ))}
      </div>
    </div>
  )
}

interface GuestLayoutProps {
  title: string
  children: ReactNode
}

/** The column of the account screens; from 1024 px beside a wall of posters. */
export function GuestLayout({ title, children }: GuestLayoutProps) {
  return (
    <div className={styles.layout}>
      <PosterWall />
      <div className={styles.column}>
        <div className={styles.card}>
          <Link className={styles.logo} to={paths.home()}>
            <Logo size={44} />
          </Link>
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </div>
    </div>
  )
}
