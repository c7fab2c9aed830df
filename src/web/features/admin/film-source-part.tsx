import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { AdminFilms, filmViews } from './admin-films.tsx'
import { PartStatus } from './part-status.tsx'
import styles from './admin.module.css'

/** How the film source stands, and films of which no job can be sure. */
export function FilmSourcePart() {
  const { search, choose } = useAddressChoice()
  const view = filmViews.find((one) => one === search.get('view')) ?? 'waiting'
  return (
    <div className={styles.part}>
      <PartStatus about="film-source" here="film-source" />
      <AdminFilms view={view} onView={(next) => choose({ view: next === 'waiting' ? '' : next })} />
    </div>
  )
}
