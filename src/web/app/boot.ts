import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { getFilm } from '#shared/api/films.ts'
import type { getHome } from '#shared/api/home.ts'
import type { listMemberLogs } from '#shared/api/logs.ts'
import type { getMember } from '#shared/api/members.ts'
import type { Locale } from '#shared/locale.ts'
import { wallPath } from '#shared/poster-wall.ts'
import type { TextPart } from '#web/i18n/text-parts.ts'
import type { SessionUser } from '#web/lib/session.ts'
import { isBare } from '#web/lib/bare-paths.ts'
import { forgetKept } from '#web/lib/indexed-db.ts'
import { favouritePosters, feedPosters, filmPosterSizes, heroOf } from '#web/lib/first-pictures.ts'
import { posterOf, type SizedPicture } from '#web/lib/pictures.ts'
import { isMotionReduced, setMotionReduced } from '#web/lib/motion.ts'
import { applyLocale, applyTheme, getLocale, getTheme, isDataSaved } from '#web/lib/preferences.ts'
import { homeRegion } from '#web/lib/region.ts'
import { avatarWidths } from '#web/ui/pictures/avatar-widths.ts'

/** The kinds of first screens, each with its own files and answers to ask for early. */
export type FirstScreen = 'guest' | 'login' | 'signup' | 'member' | 'home' | 'film' | 'profile'

/** Names of built files below `/assets/`. */
export interface FirstFiles {
  screens: Record<FirstScreen, readonly string[]>
  texts: Record<FirstScreen, readonly TextPart[]>
  parts: Record<Locale, Partial<Record<TextPart, string>>>
}

/**
 * All that the page does before the code of the app is here; the build puts it into the page itself. It chooses theme and
 * language, asks for what the first screen needs together with the first files, and shows the boxes of that screen
 * (boot.css) with their pictures. Nothing of it may keep the app from starting.
 * @param files null where there is no build.
 */
export function boot(files: FirstFiles | null): void {
  addEventListener('error', tellFailure, { capture: true })
  try {
    applyTheme(getTheme())
    if (isMotionReduced()) setMotionReduced(true)
    const locale = getLocale()
    applyLocale(locale)
    addLink({ rel: 'manifest', href: `/manifest.${locale}.webmanifest` })
    const path = location.pathname.replace(/\/+$/, '') || '/'
    const token = localStorage.getItem('token')
    const isMember = Boolean(token && localStorage.getItem('user'))
    const screen = isMember ? memberScreen(path) : guestScreen(path)
    const { dataset } = document.documentElement
    if (screen !== 'guest') Object.assign(dataset, { boot: isMember ? 'shell' : 'account', screen })
    if (isMember) askFirst(screen, path, { token, locale })
    if (files) askForFiles(files, screen, locale)
    if (!isMember && screen !== 'guest') showWall(locale)
    // The session was lost: what was kept to be read without a network is nobody's to read any more.
    if (!isMember && localStorage.getItem('lastMember')) ignoreFailure(forgetKept())
  } catch {
    // Such as a refused storage. The app meets it too, and tells it.
  }
}

/**
 * Where the code of the app did not come the page says so itself, once all of it is here: in all languages, since it may
 * be their texts that did not come.
 */
function tellFailure({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
  const tell = () => {
    const words = document.querySelector('template')?.content.cloneNode(true)
    if (words) document.querySelector('#root')?.replaceChildren(words)
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell)
  else tell()
}

/** Screens for guests and members alike; members see them with the navigation. */
const shared = /^\/tonight(\/|$)|^\/profile\/[^/]+\/year\//

function guestScreen(path: string): FirstScreen {
  if (path === '/signup') return 'signup'
  return path === '/login' || !(isBare(path) || shared.test(path)) ? 'login' : 'guest'
}

function memberScreen(path: string): FirstScreen {
  if (path === '/' || path === '/home') return 'home'
  if (/^\/movie\/\d+$/.test(path)) return 'film'
  if (/^\/profile(\/[^/]+)?$/.test(path)) return 'profile'
  return isBare(path) ? 'guest' : 'member'
}

function addLink(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}

/** The code, styles and texts of the screen. */
function askForFiles({ screens, texts, parts }: FirstFiles, screen: FirstScreen, locale: Locale): void {
  for (const file of [...screens[screen], ...texts[screen].map((part) => parts[locale][part])]) {
    const href = `/assets/${file}`
    if (file?.endsWith('.css')) addLink({ rel: 'preload', as: 'style', crossOrigin: '', href })
    else addLink({ rel: 'modulepreload', crossOrigin: '', href })
  }
}

interface Caller {
  token: string | null
  locale: Locale
}

/**
 * The first answers are on their way before the code that reads them (lib/api.ts), under the addresses that it asks for; the
 * pictures of the first view are shown as soon as an answer tells of them.
 */
function askFirst(screen: FirstScreen, path: string, caller: Caller): void {
  const answers: typeof window.firstAnswers = (window.firstAnswers = {})
  const ask = (url: string, priority: RequestPriority = 'high') =>
    (answers[url] = fetchFirst(url, priority, caller))
  const { locale } = caller
  const { _id: own, avatar } = JSON.parse(localStorage.getItem('user') ?? '') as Partial<SessionUser>
  if (screen === 'home') {
    const reviews = matchMedia('(min-width: 1024px)').matches ? 6 : 3
    ignoreFailure(showHome(ask(`/api/home?reviews=${reviews}`), locale, avatar))
    if (own) ignoreFailure(ask(`/api/users/${own}/film-marks`, 'low'))
  } else if (screen === 'film') {
    const film = path.slice('/movie/'.length)
    ignoreFailure(showFilm(ask(`/api/movies/${film}?region=${homeRegion()}`), locale))
  } else if (screen === 'profile' && location.search === '') {
    const member = path.slice('/profile/'.length) || own
    if (!member) return
    const profile = ask(`/api/users/${member}`)
    const newest = read(ask(`/api/logs/user/${member}?sort=watched&limit=6`))
    ignoreFailure(newest)
    ignoreFailure(showProfile(profile, newest, locale))
  }
}

const fetchFirst = (url: string, priority: RequestPriority, { token, locale }: Caller) =>
  fetch(url, {
    priority,
    headers: { Accept: 'application/json', 'Accept-Language': locale, Authorization: `Bearer ${token}` },
  })

/** A failure here is no loss: the app does the same again by itself. */
const ignoreFailure = (work: Promise<unknown>) => void work.catch(() => undefined)

/** Reads a copy: the app reads the answer itself. */
const read = async (answer: Promise<Response>): Promise<unknown> => (await answer).clone().json()

/** The pictures that home showed first at the last visit. The logout deletes it: only keys with `scene.` stay. */
const lastPosters = 'home.posters'

/** A later visit begins with the pictures of the one before, and has others where the answer has others. */
async function showHome(answer: Promise<Response>, locale: Locale, avatar: Avatar): Promise<void> {
  const posters = '.boot-tiles i'
  const stored = localStorage.getItem(lastPosters)
  const last = stored === null ? [] : lastImages(stored)
  // The boxes come behind this script; what follows them is there when they all are.
  const placed = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('noscript')) return
      observer.disconnect()
      place(posters, last)
      resolve()
    }).observe(document, { childList: true, subtree: true })
  })
  const { feed } = (await read(answer)) as AnswerOf<typeof getHome>
  await placed
  show('.boot-head > i', [faceOf(avatar)])
  const pictures = feedPosters(feed, locale)
  const text = JSON.stringify(pictures)
  if (text === stored) return
  show(posters, pictures)
  localStorage.setItem(lastPosters, text)
}

/** The pictures of the last visit; none when the stored record is damaged. */
function lastImages(stored: string) {
  try {
    return imagesOf(JSON.parse(stored) as (SizedPicture | null)[])
  } catch {
    return []
  }
}

async function showFilm(answer: Promise<Response>, locale: Locale): Promise<void> {
  const film = (await read(answer)) as AnswerOf<typeof getFilm>
  const { posterOverride, poster, titleLang: language = locale } = film
  show('.boot-hero', [heroOf(film.backdrop_path)])
  show('.boot-head > i', [posterOf([posterOverride, poster], { sizes: filmPosterSizes, language })])
}

/**
 * Where a profile has its posters its words decide, so these are only loaded, to be here when the app shows them: behind the
 * code, and on phones alone, as elsewhere the stylesheet decides on their columns, and those on how one is drawn.
 */
async function showProfile(
  answer: Promise<Response>,
  newest: Promise<unknown>,
  locale: Locale,
): Promise<void> {
  const code = codeIsHere()
  const member = (await read(answer)) as AnswerOf<typeof getMember>
  show('.boot-hero', [heroOf(member.profileBackdrop, member.backdrop)])
  show('.boot-head > i', [faceOf(member.avatar)])
  if (!matchMedia('(max-width: 767.98px)').matches) return
  const logs = (await newest) as AnswerOf<typeof listMemberLogs>
  await code
  imagesOf([...favouritePosters(member.favoriteFilms, locale), ...feedPosters(logs, locale)])
}

type CodeElement = HTMLLinkElement | HTMLScriptElement

/** All code that the page asked for has come. A phone takes a while to run it, and the line is free meanwhile. */
const codeIsHere = () =>
  new Promise<void>((resolve) => {
    const isHere = (file: CodeElement) =>
      performance.getEntriesByName('href' in file ? file.href : file.src).length > 0
    new PerformanceObserver(() => {
      const files = document.querySelectorAll<CodeElement>('[rel=modulepreload],[type=module]')
      if ([...files].every(isHere)) resolve()
    }).observe({ type: 'resource' })
    addEventListener('load', () => resolve())
  })

type Avatar = SessionUser['avatar'] | undefined

function faceOf(avatar: Avatar): SizedPicture | null {
  return avatar ? { src: avatar, srcSet: avatarWidths(avatar), sizes: '100px' } : null
}

/** The browser loads them from now on, although they are not in the page. */
const imagesOf = (pictures: readonly (SizedPicture | null)[]): (HTMLImageElement | null)[] =>
  pictures.map((picture) => {
    if (!picture) return null
    const { src, srcSet = '', sizes } = picture
    // A browser that saw the address first would load it before it knows the other sizes.
    return Object.assign(new Image(), { alt: '', fetchPriority: 'high', sizes, srcset: srcSet, src })
  })

/** Puts images into their boxes, as many as there are; the others are empty. */
function place(boxes: string, images: readonly (HTMLImageElement | null)[]): void {
  for (const [at, box] of document.querySelectorAll(boxes).entries()) {
    const image = images[at]
    box.replaceChildren(...(image ? [image] : []))
  }
}

const show = (boxes: string, pictures: readonly (SizedPicture | null)[]) => place(boxes, imagesOf(pictures))

/** The wall of the account screens on phones (guest-layout.tsx). */
function showWall(locale: Locale): void {
  if (window.innerWidth >= 480 || isDataSaved()) return
  const wall = wallPath(locale)
  document.documentElement.style.setProperty('--wall-picture', `url('${wall}')`)
  addLink({ rel: 'preload', as: 'image', href: wall })
}
