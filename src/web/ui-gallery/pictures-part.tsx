import { Avatar, type AvatarSize } from '#web/ui/avatar.tsx'
import { Backdrop, Poster } from '#web/ui/picture.tsx'
import { Section } from '#web/ui/section.tsx'
import { SnapPager } from '#web/ui/snap-pager.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { artwork } from './artwork.ts'
import type { Texts } from './texts.ts'
import styles from './gallery.module.css'

const sizes: AvatarSize[] = [24, 32, 44, 64, 100]
const names = ['layla', 'omar', 'noor', 'sami', 'dana', 'faris', 'hala']

export function PicturesPart({ t }: { t: Texts }) {
  return (
    <>
      <Section title={t.people}>
        <div className={styles.stack}>
          <div className={styles.row}>
            {sizes.map((size, index) => (
              <Avatar key={size} size={size} src={index % 2 ? null : artwork(index, 160, 160)} />
            ))}
          </div>
          <div className={styles.row}>
            <StarRating value={3.5} label={t.starOf(3.5)} />
            <StarRating value={5} label={t.starOf(5)} />
            <StarRating value={0.5} size="sm" label={t.starOf(0.5)} />
            <StarRating value={4} size="sm" label={t.starOf(4)} />
          </div>
          <Backdrop src={artwork(3, 1280, 720)} />
        </div>
      </Section>
      <Section title={t.activities}>
        <SnapPager
          label={t.activities}
          dotLabel={t.page}
          previousLabel={t.previous}
          nextLabel={t.next}
          pages={[0, 1, 2].map((page) => (
            <ul className={styles.feed} key={page}>
              {t.films.map((film, index) => (
                <li key={film}>
                  <a href="#film" className={styles.tile} aria-label={film}>
                    <Poster
                      src={page === 0 && index === 4 ? '/missing.webp' : artwork(page * 6 + index, 500, 750)}
                      alt=""
                    />
                    <span className={styles.author}>
                      <Avatar size={24} src={artwork(index + 3, 64, 64)} />
                      <bdi>@{names[index]}</bdi>
                    </span>
                    <StarRating value={(index % 5) + 0.5} size="sm" label="" />
                  </a>
                </li>
              ))}
            </ul>
          ))}
        />
      </Section>
    </>
  )
}
