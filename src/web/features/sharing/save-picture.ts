import { toDataUrl } from '#web/lib/files.ts'

/** Milliseconds that each picture on the card may take. */
const pictureTimeoutMs = 15_000

/** Times the card's size on screen: sharp on phones and where it is shared. */
const scale = 3

/** The element as a PNG, `width` pixels wide where that is given. The library loads with the first picture. */
export async function drawPicture(element: HTMLElement, width?: number): Promise<Blob> {
  const [{ domToBlob }, cssText] = await Promise.all([import('modern-screenshot'), embeddedFonts()])
  // As it is laid out: a narrow window may show it smaller.
  const style = getComputedStyle(element)
  const box = { width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) }
  const times = width === undefined ? scale : width / box.width
  // The library rounds down: half a pixel more keeps the last one.
  const whole = (size: number) => (Math.round(size * times) + 0.5) / times
  return domToBlob(element, {
    scale: times,
    width: whole(box.width),
    height: whole(box.height),
    timeout: pictureTimeoutMs,
    type: 'image/png',
    font: { cssText },
    style: { transform: 'none' },
  })
}

/** A file's name from a title: what file systems refuse is left out. */
export function pictureName(title: string): string {
  const safe = title
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${safe.replace(/^\.+/, '').slice(0, 100) || 'review'}.png`
}

/** The picture as the system's share sheet takes it. */
export const pngFile = (picture: Blob, name: string) => new File([picture], name, { type: 'image/png' })

/**
 * The fonts that the page has loaded as CSS with the files inside. Pictures drawn from the page can load nothing, and
 * the drawing library's own way to fonts needs an inline style, which the content policy refuses.
 */
async function embeddedFonts(): Promise<string> {
  const loaded = new Set(
    [...document.fonts]
      .filter((face) => face.status === 'loaded')
      .map((face) => nameOf(face.family, face.unicodeRange)),
  )
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) =>
      loaded.has(nameOf(style.getPropertyValue('font-family'), style.getPropertyValue('unicode-range'))),
    )
  const faces = await Promise.all(rules.map((rule) => withFile(rule)))
  return faces.join('\n')
}

/** Browsers quote families and space ranges in their own ways. */
const nameOf = (family: string, range: string) => `${family} ${range}`.replaceAll(/["'\s]/g, '').toLowerCase()

async function withFile(rule: CSSFontFaceRule): Promise<string> {
  const file = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1]
  if (file === undefined) return ''
  const url = new URL(file, rule.parentStyleSheet?.href ?? document.baseURI)
  const answer = await fetch(url)
  if (!answer.ok) return ''
  return rule.cssText.replace(file, await toDataUrl(await answer.blob()))
}
