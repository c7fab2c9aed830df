import { embeddedFonts } from './embedded-fonts.ts'

/** Milliseconds that each picture on the card may take. */
const pictureTimeout = 15_000

/** Times the card's size on screen: sharp on phones and where it is shared. */
const scale = 3

/** The element as a PNG. The library loads with the first picture. */
export async function drawPicture(element: HTMLElement): Promise<Blob> {
  const [{ domToBlob }, cssText] = await Promise.all([import('modern-screenshot'), embeddedFonts()])
  return domToBlob(element, { scale, timeout: pictureTimeout, type: 'image/png', font: { cssText } })
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
