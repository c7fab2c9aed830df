import { useLocation, useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'

/** Back to where one came from; to the profile for who came by an address. */
export function useLeave(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => {
    if (key === 'default') void navigate(paths.profile(), { replace: true })
    else void navigate(-1)
  }
}
