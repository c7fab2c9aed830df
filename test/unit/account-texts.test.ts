import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import account from '#web/i18n/en.account.json' with { type: 'json' }
import steps from '#web/i18n/en.steps.json' with { type: 'json' }
import app from '#web/i18n/en.app.json' with { type: 'json' }
import home from '#web/i18n/en.home.json' with { type: 'json' }
import { flatten, type Tree } from '#web/i18n/flatten.ts'

const root = 'src/web/'

const keysOf = (...parts: Tree[]) => new Set(parts.flatMap((part) => [...flatten(part).keys()]))

/** Every text and the beginnings of those that are named with a variable. */
const all = keysOf(account, steps, home, app)
const isKey = (text: string) => all.has(text) || [...all].some((key) => key.startsWith(`${text}.`))

/** The module and all that it imports statically: what is there when it first renders. */
function closure(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !/\.tsx?$/.test(path)) return seen
  seen.add(path)
  for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import(?! type)|export|\}) .*from '([^']+)'/gm,
  )) {
    const file = target.startsWith('#web/') ? join(root, target.slice(5)) : join(dirname(path), target)
    if (/^(#web\/|\.)/.test(target) && existsSync(file)) closure(file, seen)
  }
  return seen
}

function textsOf(paths: string[]): string[] {
  const files = new Set(paths.flatMap((path) => [...closure(root + path)]))
  const named = [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['`]([a-zA-Z]\w*(?:\.\w+)+)(?:['`]|\.\$\{)/g)].map(
      ([, key = '']) => key,
    ),
  )
  return [...new Set(named)].filter(isKey)
}

const around = 'main.tsx'

/** Told by the shell after a login, which leads to home. */
const afterLogin = new Set([
  'auth.login.success',
  'auth.google.success',
  'auth.return.text',
  'auth.return.action',
])

it.each([
  { screens: ['pages/login.page.tsx', 'pages/signup.page.tsx', around], parts: [account], atLeast: 40 },
  {
    screens: [
      'pages/verify-email.page.tsx',
      'pages/forgot-password.page.tsx',
      'pages/verify-reset-code.page.tsx',
      'pages/reset-password.page.tsx',
      'pages/upload-avatar.page.tsx',
      'features/accounts/avatar/picture-crop.tsx',
      'features/accounts/guest/google-widget.tsx',
      around,
    ],
    parts: [account, steps],
    atLeast: 60,
  },
  {
    screens: ['pages/home.page.tsx', 'app/nav.tsx', 'app/live-connection.tsx', around],
    parts: [account, home],
    atLeast: 40,
  },
] as { screens: string[]; parts: Tree[]; atLeast: number }[])(
  '$screens have all their texts when they open',
  ({ screens, parts, atLeast }) => {
    const there = keysOf(...parts)
    const texts = textsOf(screens)
    expect(texts.length).toBeGreaterThan(atLeast)
    const isThere = (text: string) => there.has(text) || [...there].some((key) => key.startsWith(`${text}.`))
    const isHome = parts.includes(home)
    expect(texts.filter((text) => !isThere(text) && (isHome || !afterLogin.has(text)))).toEqual([])
  },
)
