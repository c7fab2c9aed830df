import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation, type TextKey } from '#web/i18n/index.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'

/** Where an empty screen leads on. */
export function WayOn({ to, text }: { to: string; text: TextKey }) {
  const { t } = useTranslation()
  return (
    <Link className={buttonClass('secondary', 'sm')} to={to}>
      {t(text)}
    </Link>
  )
}

export const WayHome = () => <WayOn to={paths.home()} text="nav.home" />
export const FindFilms = () => <WayOn to={`${paths.search()}?tab=films`} text="home.findFilms" />
export const FindPeople = () => <WayOn to={`${paths.search()}?tab=users`} text="home.findPeople" />
