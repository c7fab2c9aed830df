import { colours, framed, type PreviewCanvas } from './drawing.ts'
import { note, type Block } from './lettering.ts'

export const defaultAvatar = '/art/default-avatar.webp'

/** Avatar and @username in one line. */
export function byline(
  canvas: PreviewCanvas,
  { username, avatar }: { username: string; avatar: string | null },
  { x, width, size, gap }: { x: number; width: number; size: number; gap: number },
): Block {
  const aside = size + 20
  const name = note(canvas, `@${username}`, {
    x: x + aside,
    width: width - aside,
    size: size * 0.48,
    fill: colours.text,
    gap: 0,
  })
  return {
    height: size,
    gap,
    draw: (top) =>
      framed(canvas, {
        address: avatar ?? defaultAvatar,
        x,
        y: top,
        width: size,
        height: size,
        radius: size / 2,
      }) + name.draw(top + (size - name.height) / 2),
  }
}
