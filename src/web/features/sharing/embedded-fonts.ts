import { toDataUrl } from '#web/lib/data-url.ts'

/**
 * The fonts that the page has loaded as CSS with the files inside. Pictures drawn from the page can load nothing, and
 * the drawing library's own way to fonts needs an inline style, which the content policy refuses.
 */
export async function embeddedFonts(): Promise<string> {
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
