import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useScreenKeys } from '#web/lib/keyboard.ts'
import { ShortcutsHelp } from './shortcuts-help.tsx'
import { walk } from './walk.ts'

/** Milliseconds within which the second key follows the first. */
const secondKeyMs = 2000

/** Where `g` and then one of these leads. */
const screens: Readonly<Record<string, string>> = {
  h: paths.home(),
  s: paths.search(),
  b: paths.sceneBot(),
  n: paths.notifications(),
  p: paths.profile(),
}

/**
 * All that single keys do on the screens of a member: they lead somewhere, go through what the screen lists, or press the
 * control that names them in `aria-keyshortcuts`. Render it once.
 */
export function Shortcuts() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isHelping, setHelping] = useState(false)
  const secondKeyUntil = useRef(0)
  const wantsSearchField = useRef(false)

  // Before the shell moves the focus to the heading of a new screen.
  useEffect(() => {
    if (wantsSearchField.current && pathname === paths.search()) focusSearchField()
    wantsSearchField.current = false
  }, [pathname])

  const search = () => {
    if (pathname === paths.search()) return focusSearchField()
    wantsSearchField.current = true
    void navigate(paths.search())
  }

  useScreenKeys(
    (key, event) => {
      if (event.repeat && key !== 'j' && key !== 'k') return
      const screen = event.timeStamp < secondKeyUntil.current ? screens[key] : undefined
      secondKeyUntil.current = key === 'g' ? event.timeStamp + secondKeyMs : 0
      const control = controlOf(key)
      if (screen !== undefined) void navigate(screen)
      else if (key === 'j') walk(1)
      else if (key === 'k') walk(-1)
      else if (key === '/') search()
      else if (key === '?') setHelping(true)
      else if (control) press(control)
      else return
      event.preventDefault()
    },
    { last: true },
  )
  return <ShortcutsHelp open={isHelping} onClose={() => setHelping(false)} />
}

const controlOf = (key: string) =>
  [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find(
    (control) => control.getAttribute('aria-keyshortcuts') === key,
  )

function press(control: HTMLElement): void {
  // What it switched is seen, and read out.
  if (control.hasAttribute('aria-pressed')) control.focus()
  control.click()
}

function focusSearchField(): void {
  const field = document.querySelector<HTMLInputElement>('main [type="search"]')
  field?.focus()
  field?.select()
}
